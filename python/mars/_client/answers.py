"""What the HTTP answers of a server that are no success say, as Problems."""

from __future__ import annotations

import base64
import json
from typing import Any

from .errors import Problem

# The kinds that the codes of the Connect protocol stand for, and the codes that HTTP's stand for, where there is no Problem.
_CODES = {
    "canceled": "canceled",
    "invalid_argument": "invalid",
    "deadline_exceeded": "unavailable",
    "not_found": "not_found",
    "permission_denied": "denied",
    "unauthenticated": "denied",
    "resource_exhausted": "out_of_memory",
    "failed_precondition": "invalid",
    "out_of_range": "invalid",
    "data_loss": "lost",
    "unavailable": "unavailable",
}
_STATUS = {
    400: "invalid_argument",
    401: "unauthenticated",
    403: "permission_denied",
    404: "not_found",
    408: "deadline_exceeded",
    410: "data_loss",
    413: "resource_exhausted",
    429: "unavailable",
    502: "unavailable",
    503: "unavailable",
}


def of_connect(error: dict[str, Any], what: str) -> Problem:
    """The Problem in a Connect error, or one made of its code and message."""
    code = error.get("code", "unknown")
    for d in error.get("details", ()):
        if str(d.get("type", "")).rpartition("/")[2] == "mars.v1.Problem":
            value = d.get("value", "")
            p = Problem.from_bytes(base64.b64decode(value + "=" * (-len(value) % 4)))
            p.code = code
            return p
    message = error.get("message") or code
    if code == "unauthenticated":
        message += "; give token= to new_session, or set MARS_TOKEN"
    if code == "unimplemented":
        message = f"the server has no {what}; it is older than this client"
    return Problem(_CODES.get(code, "internal"), message, code=code)


def of_response(status: int, content_type: str, body: bytes, what: str) -> Problem:
    """What an HTTP answer other than 200 says."""
    if "json" in content_type:
        try:
            d = json.loads(body)
        except ValueError:
            d = None
        if isinstance(d, dict) and "code" in d:
            return of_connect(d, what)
        if isinstance(d, dict) and ("message" in d or "kind" in d):
            p = Problem.from_json(d)
            p.code = _STATUS.get(status, "unknown")
            return p
    code = _STATUS.get(status, "unknown")
    text = body[:500].decode("utf-8", "replace").strip()
    if text.startswith("<"):
        text = ""
    message = f"{what}: HTTP {status}" + (f": {text}" if text else "")
    if status == 401:
        message += "; give token= to new_session, or set MARS_TOKEN"
    if status == 404 and not text:
        message += "; is this the web port of a Mars supervisor?"
    return Problem(_CODES.get(code, "internal"), message, code=code)
