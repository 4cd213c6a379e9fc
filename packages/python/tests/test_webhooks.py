from __future__ import annotations

import base64
import hashlib
import hmac
import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, Dict, Tuple

import pytest

from recollect import Recollect, WebhookError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef01234567").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret of 24 byt").decode()
NOW = 1_700_000_000
BODY = '{"id":"msg_1","type":"memory.stored","timestamp":"t","data":{"user_id":"ü"}}'


def signed(body: str = BODY, secret: str = SECRET, at: int = NOW) -> Dict[str, str]:
    key = base64.b64decode(secret[6:])
    mac = hmac.new(key, f"msg_1.{at}.{body}".encode(), hashlib.sha256).digest()
    return {
        "Webhook-Id": "msg_1",
        "webhook-timestamp": str(at),
        "WEBHOOK-SIGNATURE": f"v1,{base64.b64encode(mac).decode()}",
    }


def test_a_signed_webhook_is_an_event() -> None:
    assert verify_webhook(BODY, signed(), SECRET, now=NOW) == json.loads(BODY)
    assert verify_webhook(BODY.encode(), list(signed().items()), SECRET, now=NOW)["id"] == "msg_1"
    assert verify_webhook(BODY, signed(), [OTHER, SECRET], now=NOW)["id"] == "msg_1"
    headers = signed()
    headers["WEBHOOK-SIGNATURE"] = f"v2,abc v1,!!! v1,{'A' * 43}= {headers['WEBHOOK-SIGNATURE']}"
    assert verify_webhook(BODY, headers, SECRET, now=NOW + 299)["id"] == "msg_1"
    # The vector of the convention's own libraries.
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    body = '{"test": 2432232314}'
    assert verify_webhook(body, headers, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=1614265330) == json.loads(body)


@pytest.mark.parametrize(
    ("body", "changed", "secret", "now", "reason"),
    [
        (BODY + " ", {}, SECRET, NOW, "matches the secret"),
        (BODY, {}, OTHER, NOW, "matches the secret"),
        (BODY, {"Webhook-Id": "msg_2"}, SECRET, NOW, "matches the secret"),
        (BODY, {"webhook-timestamp": str(NOW + 1)}, SECRET, NOW, "matches the secret"),
        (BODY, {"WEBHOOK-SIGNATURE": "v1,"}, SECRET, NOW, "matches the secret"),
        (BODY, {"WEBHOOK-SIGNATURE": ""}, SECRET, NOW, "missing"),
        (BODY, {"webhook-timestamp": "١٧٠٠"}, SECRET, NOW, "not a time"),
        (BODY, {"webhook-timestamp": "1e9"}, SECRET, NOW, "not a time"),
        (BODY, {}, SECRET, NOW + 301, "too old"),
        (BODY, {}, SECRET, NOW - 301, "future"),
        (BODY, {}, "whsec_", NOW, "base64"),
        (BODY, {}, "whsec_!", NOW, "base64"),
    ],
)
def test_an_invalid_or_old_signature_is_rejected(
    body: str, changed: Dict[str, str], secret: str, now: int, reason: str
) -> None:
    with pytest.raises(WebhookError, match=reason):
        verify_webhook(body, {**signed(), **changed}, secret, now=now)


def test_webhooks_of_the_service_are_accepted(client: Recollect) -> None:
    came: "queue.Queue[Tuple[bytes, Dict[str, str]]]" = queue.Queue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.put((self.rfile.read(int(self.headers["content-length"])), dict(self.headers.items())))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Receiver) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        subscribed = client.events.subscribe(url=f"http://127.0.0.1:{server.server_port}/hook", events=["memory.stored"])
        stored = client.memory.store(user_id="ada", content="Ada likes herons")
        body, headers = came.get(timeout=60)
        server.shutdown()
    secret = subscribed["secret"]
    assert secret
    event = verify_webhook(body, headers, secret)
    assert event["data"]["memory_id"] == stored["id"]
    with pytest.raises(WebhookError):
        verify_webhook(body, headers, OTHER)
