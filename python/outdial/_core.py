"""What all operations share: the connection, retries, errors, streams and signatures. Standard library only."""
from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Iterator, Mapping

RETRYABLE = {429, 502, 503, 504}
REPEATABLE = {"GET", "PUT", "DELETE"}
PAUSE_SECONDS = 0.25
PAUSE_SECONDS_MAX = 30.0
SIGNATURE_AGE_SECONDS_MAX = 300
# No answer, or one that broke off.
LOST = (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError)


class OutdialError(Exception):
    """An answer other than success. `code` is stable; decide by it, not by the sentence."""

    def __init__(self, status: int, body: Mapping[str, Any], request_id: str | None) -> None:
        detail = body.get("detail")
        self.status = status
        self.code: str = body.get("code") or ("validation_failed" if status == 422 else "unexpected_answer")
        self.faults: list[Any] = detail if isinstance(detail, list) else []
        self.details: Mapping[str, Any] = body.get("details") or {}
        self.request_id = request_id
        super().__init__(body.get("message") or f"The server answered {status}: {self.code}")


class WebhookVerificationError(Exception):
    """The message does not come from your server, or it is too old."""


class Page(list[Any]):
    """An answer that is a list itself, with the cursor of the next page; None on the last one."""

    def __init__(self, items: list[Any], next_cursor: str | None) -> None:
        super().__init__(items)
        self.next_cursor = next_cursor


class BaseClient:
    def __init__(self, base_url: str, api_key: str | None = None, *, retries: int = 3, timeout: float = 30.0) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {} if api_key is None else {"X-API-Key": api_key}
        self._retries = retries
        self._timeout = timeout

    @staticmethod
    def _path(template: str, **values: Any) -> str:
        for name, value in values.items():
            template = template.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        return template

    def _request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        content: bytes | str | None = None,
        timeout: float | None = None,
        idempotency_key: str | None = None,
        takes_key: bool = False,
        is_json: bool = True,
    ) -> Any:
        headers = dict(self._headers)
        data: bytes | None = None
        if body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        elif content is not None:
            data = content.encode() if isinstance(content, str) else content
            headers["Content-Type"] = "text/csv"
        if takes_key:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        url = self._base_url + path + _query(query)
        repeatable = method in REPEATABLE or "Idempotency-Key" in headers
        for attempt in range(self._retries + 1):
            last = not repeatable or attempt == self._retries
            request = urllib.request.Request(url, data=data, headers=headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=timeout or self._timeout) as response:
                    text = response.read()
                    if not is_json or not text:
                        return text
                    answer = json.loads(text)
                    return Page(answer, response.headers.get("Next-Cursor")) if isinstance(answer, list) else answer
            except urllib.error.HTTPError as error:
                with error:
                    if last or error.code not in RETRYABLE:
                        raise _error_of(error) from None
                    _pause(attempt, error.headers.get("Retry-After"))
            except LOST:
                if last:
                    raise
                _pause(attempt, None)
        raise AssertionError("unreachable")

    def all(self, operation: str, *path: Any, **query: Any) -> Iterator[dict[str, Any]]:
        """Every item of a list, page by page: `for call in client.all("list_calls", outcome="answered")`."""
        method = getattr(self, operation)
        while True:
            page = method(*path, **query)
            items = page if isinstance(page, list) else next(v for v in page.values() if isinstance(v, list))
            yield from items
            cursor = page.next_cursor if isinstance(page, Page) else page.get("next_cursor")
            # A log always returns a cursor; an empty page is its current end.
            if not items or cursor is None:
                return
            query["cursor"] = cursor

    def events(self, *, after: int | None = None, campaign_id: int | None = None) -> Iterator[dict[str, Any]]:
        """What happens, as it happens. A lost connection is opened again after the last event, without a gap."""
        attempt = 0
        while True:
            headers = {**self._headers, "Accept": "text/event-stream"}
            if after is not None:
                headers["Last-Event-ID"] = str(after)
            url = self._base_url + "/api/v1/events/stream" + _query({"campaign_id": campaign_id})
            try:
                with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=self._timeout) as response:
                    for kind, data in _messages(response):
                        attempt = 0
                        value = json.loads(data)
                        if kind == "ready":
                            after = value["cursor"] if after is None else after
                            continue
                        after = value.get("id", after)
                        yield value
            except urllib.error.HTTPError as error:
                with error:
                    if error.code not in RETRYABLE:
                        raise _error_of(error) from None
            except LOST:
                pass
            _pause(attempt, None)
            attempt += 1


def _query(values: Mapping[str, Any] | None) -> str:
    pairs = [(name, _written(value)) for name, value in (values or {}).items() if value is not None]
    return "?" + urllib.parse.urlencode(pairs) if pairs else ""


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _pause(attempt: int, retry_after: str | None) -> None:
    own = PAUSE_SECONDS * 2**attempt * random.uniform(0.5, 1.0)
    asked = float(retry_after) if retry_after and retry_after.isdigit() else own
    time.sleep(min(PAUSE_SECONDS_MAX, asked))


def _error_of(error: urllib.error.HTTPError) -> OutdialError:
    try:
        body = json.loads(error.read())
    except ValueError:
        body = {}
    return OutdialError(error.code, body if isinstance(body, dict) else {}, error.headers.get("x-request-id"))


def _messages(lines: Any) -> Iterator[tuple[str, str]]:
    kind, data = "message", []
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if data:
                yield kind, "\n".join(data)
            kind, data = "message", []
        elif line.startswith("event:"):
            kind = line[6:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, *, now: float | None = None) -> dict[str, Any]:
    """The message, once its signature was checked over the bytes that arrived (Standard Webhooks)."""
    given = {name.lower(): value for name, value in headers.items()}
    identity, sent_at, signatures = (given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature"))
    if not sent_at.isdigit() or abs((time.time() if now is None else now) - int(sent_at)) > SIGNATURE_AGE_SECONDS_MAX:
        raise WebhookVerificationError("The message is too old, or its time is missing.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = base64.b64encode(hmac.digest(key, f"{identity}.{sent_at}.".encode() + body, hashlib.sha256)).decode()
    if not any(hmac.compare_digest(one.partition(",")[2], expected) for one in signatures.split(" ") if one.startswith("v1,")):
        raise WebhookVerificationError("No signature fits.")
    return json.loads(body)
