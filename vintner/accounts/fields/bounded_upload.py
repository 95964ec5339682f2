"""Receives no more of a form's files than profile pictures may have, whatever a client sends."""

from django.core.files.uploadhandler import FileUploadHandler, SkipFile


class BoundedUpload(FileUploadHandler):
    """Drops a file as soon as it is too large, or all files of the form together are as large as two of that size.

    `dropped` then has the name of its input. It keeps nothing itself.
    """

    def __init__(self, most_bytes: int) -> None:
        super().__init__()
        self.dropped: set[str] = set()
        self._most_bytes = most_bytes
        self._left = 2 * most_bytes

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Hand a part of the file on to what keeps it, in memory or on disk."""
        self._left -= len(raw_data)
        if start + len(raw_data) > self._most_bytes or self._left < 0:
            self.dropped.add(str(self.field_name))
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the handlers that keep it."""
