"""Receives webhooks: verifies the signature, keeps the message, then answers; skips repeated messages. See receiver.ts for creating one."""
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from outdial import WebhookVerificationError, verify_webhook

SECRET = os.environ["OUTDIAL_WEBHOOK_SECRET"]
# Messages arrive at least once. Keep these ids in your database, with the work that a message causes.
seen: set[str] = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The signature covers the bytes as they arrived; a parsed and rewritten body would not fit it.
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            message = verify_webhook(body, self.headers, SECRET)
        except WebhookVerificationError:
            self.answer(400)
            return
        identity = self.headers["webhook-id"]
        if identity not in seen:
            # Here goes the write to your database, id and body together. After a 204 the message is never sent again.
            print(json.dumps({"id": identity, "type": message["type"], "data": message["data"]}), flush=True)
            seen.add(identity)
        # Answer within ten seconds, before any slow work: later the message counts as lost and is sent again.
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Keeps the output to one line per message."""


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print("ready", flush=True)
server.serve_forever()
