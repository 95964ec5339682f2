"""The connection to the mail server. Every step has EMAIL_TIMEOUT seconds, the last one far more.

A server may take long to accept a whole message. A client that hangs up earlier sends it again, and the recipient gets
it twice (RFC 5321, 4.5.3.2.6 recommends to wait for minutes).
"""

import smtplib
from typing import TYPE_CHECKING, Final

from django.core.mail.backends import smtp

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

ACCEPTED_WITHIN: Final = 240
"""Seconds."""


class _PatientConnection(smtplib.SMTP):
    def data(self, msg: "ReadableBuffer | str") -> tuple[int, bytes]:
        """Hand over a message and wait until it is accepted."""
        if self.sock is not None:
            self.sock.settimeout(ACCEPTED_WITHIN)
        answer = super().data(msg)
        if self.sock is not None:
            self.sock.settimeout(self.timeout)
        return answer

    def quit(self) -> tuple[int, bytes]:
        """End the session. An accepted message is not lost if the server does not answer this."""
        try:
            return super().quit()
        except OSError:
            self.close()
            return 221, b""


class _PatientTlsConnection(_PatientConnection, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Django's, with a connection that waits for the acceptance of a message."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _PatientTlsConnection if self.use_ssl else _PatientConnection
