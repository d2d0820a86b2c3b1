"""The digest and the signature of a certificate."""
import hashlib

from .canonical import canonical
from .ed25519 import ed25519_verify
from .report import Unknown, demand


def signed_part(certificate):
    return canonical({k: v for k, v in certificate.items() if k not in ("digest", "signature")})


def check_digest(certificate):
    digest = hashlib.sha256(signed_part(certificate)).hexdigest()
    demand(digest == certificate["digest"], "is that of another text")


def check_signature(certificate, signer):
    """`signer` is the public key that is expected, in hexadecimal, or None."""
    signature = certificate["signature"]
    if signature is None:
        demand(signer is None, "there is none")
        raise Unknown("not signed: anybody may have written this file")
    message = b"selvage certificate 3\n" + signed_part(certificate)
    public, value = signature["public_key"], signature["value"]
    demand(ed25519_verify(bytes.fromhex(public), message, bytes.fromhex(value)), "does not hold")
    if signer is None:
        return f"by the key {public}, which you must know from elsewhere"
    demand(signer == public, f"is by another key, {public}")
    return f"by the key {public}"
