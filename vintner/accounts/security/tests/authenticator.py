"""A passkey made in software, for tests: it answers WebAuthn's requests as a browser with a device would."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

HOST, ORIGIN = "localhost", "https://localhost"
_FLAG = AuthenticatorData.FLAG
_PRESENT, _VERIFIED = _FLAG.USER_PRESENT, _FLAG.USER_PRESENT | _FLAG.USER_VERIFIED


@dataclass
class SoftPasskey:
    """A credential of one account at `HOST`. `alone` says whether the browser calls it discoverable, `asks_for_more`
    whether it asks for face, finger or PIN besides a touch.
    """

    alone: bool = True
    asks_for_more: bool = True
    user_handle: str = ""
    credential_id: bytes = field(default_factory=lambda: token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: str) -> str:
        """Return the browser's answer to a request for a new passkey, as JSON."""
        asked = json.loads(options)["publicKey"]
        self.user_handle = asked["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        attested = AttestedCredentialData.create(b"\0" * 16, self.credential_id, public)
        data = AuthenticatorData.create(_hash_host(), _VERIFIED | _FLAG.ATTESTED, 0, bytes(attested))
        response = {
            "clientDataJSON": websafe_encode(_client_data(CollectedClientData.TYPE.CREATE, asked["challenge"])),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        }
        return self._credential(response, {"credProps": {"rk": self.alone}})

    def use(self, options: str) -> str:
        """Return the browser's answer to a request for a passkey, as JSON."""
        asked = json.loads(options)["publicKey"]
        client_data = _client_data(CollectedClientData.TYPE.GET, asked["challenge"])
        data = AuthenticatorData.create(_hash_host(), _VERIFIED if self.asks_for_more else _PRESENT, 1)
        signed = self.key.sign(bytes(data) + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        response = {
            "clientDataJSON": websafe_encode(client_data),
            "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signed),
            "userHandle": self.user_handle,
        }
        return self._credential(response, {})

    def _credential(self, response: dict[str, str], results: dict[str, object]) -> str:
        name = websafe_encode(self.credential_id)
        return json.dumps(
            {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": results}
        )


def _hash_host() -> bytes:
    return sha256(HOST.encode()).digest()


def _client_data(kind: str, challenge: str) -> bytes:
    return bytes(CollectedClientData.create(kind, challenge, ORIGIN))
