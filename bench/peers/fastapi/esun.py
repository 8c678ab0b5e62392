"""The envelope of requests and the signed responses, which both contracts of the competition share."""
import hashlib
import time

from pydantic import BaseModel

CAPTAIN, SALT = "captain@example.com", "subsecond"


class Envelope(BaseModel):
    esun_uuid: str
    esun_timestamp: int
    retry: int = 0


def signed(request: Envelope, prediction: str) -> dict:
    now = int(time.time())
    return {
        "esun_uuid": request.esun_uuid,
        "server_uuid": hashlib.sha256(f"{CAPTAIN}{now}{SALT}".encode()).hexdigest(),
        "answer": prediction,
        "server_timestamp": now,
    }
