"""What the contracts of the competition share: the envelope of a question, and the signed reply."""
import hashlib
import time

from pydantic import BaseModel

CAPTAIN, SALT = "captain@example.com", "subsecond"


class Envelope(BaseModel):
    esun_uuid: str
    esun_timestamp: int
    retry: int = 0


def signed(question: Envelope, answer: str) -> dict:
    now = int(time.time())
    return {
        "esun_uuid": question.esun_uuid,
        "server_uuid": hashlib.sha256(f"{CAPTAIN}{now}{SALT}".encode()).hexdigest(),
        "answer": answer,
        "server_timestamp": now,
    }
