"""What is asked of the API server of Kubernetes: JSON by HTTP, with the address, certificates and token of a
client of the package kubernetes, of the pod that the program runs in, or of "kubectl proxy"."""

from __future__ import annotations

import json
import os
import ssl
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable

__all__ = ["API", "KubernetesError", "connect"]

_POD = "/var/run/secrets/kubernetes.io/serviceaccount"


class KubernetesError(RuntimeError):
    """What Kubernetes refuses, or cannot do. status is that of HTTP, 0 where there is none; reason is
    Kubernetes' own word."""

    def __init__(self, message: str, status: int = 0, reason: str = "") -> None:
        super().__init__(message)
        self.status, self.reason = status, reason


class API:
    """Requests to one API server."""

    def __init__(self, host: str, bearer: Callable[[], str | None], context: ssl.SSLContext | None) -> None:
        self.host, self._bearer, self._context = host.rstrip("/"), bearer, context

    def request(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> Any:
        """The answer to a request. Its body is JSON; that of a PATCH is a merge patch."""
        url = self.host + path + ("?" + urllib.parse.urlencode(query) if query else "")
        q = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), method=method)
        q.add_header("Accept", "application/json")
        if body is not None:
            q.add_header("Content-Type", f"application/{'merge-patch+' if method == 'PATCH' else ''}json")
        if bearer := self._bearer():
            q.add_header("Authorization", bearer)
        try:
            with urllib.request.urlopen(q, timeout=30, context=self._context) as r:
                return json.loads(r.read())
        except urllib.error.HTTPError as e:
            with e:
                raise _said(e.read(), e.code, f"{method} {path}") from None
        except (OSError, ValueError) as e:
            why = getattr(e, "reason", e)
            raise KubernetesError(f"the API server at {self.host} does not answer: {why}") from e

    def get(self, path: str, **query: str) -> Any:
        return self.request("GET", path, query=query)

    def find(self, path: str) -> Any:
        """The thing at a path, None where there is none."""
        try:
            return self.request("GET", path)
        except KubernetesError as e:
            if e.status == 404:
                return None
            raise

    def delete(self, path: str) -> None:
        """Deletes what is there, and what it owns. That there is nothing is no error."""
        try:
            self.request(
                "DELETE", path, {"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": "Background"}
            )
        except KubernetesError as e:
            if e.status != 404:
                raise


def _said(body: bytes, status: int, what: str) -> KubernetesError:
    """A Status of Kubernetes as an exception."""
    try:
        said = json.loads(body)
        message, reason = str(said.get("message") or ""), str(said.get("reason") or "")
    except (ValueError, AttributeError):
        message, reason = body[:200].decode("utf-8", "replace"), ""
    return KubernetesError(f"{what}: {message or status}", status, reason)


def connect(client: Any = None) -> API:
    """The API server of a client.

    client is a kubernetes.client.ApiClient, or the URL of a "kubectl proxy". None is the server of the pod
    that the program runs in, elsewhere that of the file ~/.kube/config, which needs the package kubernetes.
    """
    if isinstance(client, str):
        return API(client, lambda: None, None)
    if client is None and os.path.exists(f"{_POD}/token") and "KUBERNETES_SERVICE_HOST" in os.environ:
        return _of_pod()
    if client is None:
        try:
            from kubernetes import config
        except ImportError:
            raise ImportError(
                "reading ~/.kube/config needs the package kubernetes: pip install kubernetes; or run 'kubectl proxy' and give its URL, "
                "new_cluster('http://127.0.0.1:8001', ...)"
            ) from None
        client = config.new_client_from_config()
    return _of_client(client)


def _of_pod() -> API:
    host = os.environ["KUBERNETES_SERVICE_HOST"]
    host = f"[{host}]" if ":" in host else host

    def bearer() -> str:  # it changes while the pod runs
        with open(f"{_POD}/token", encoding="ascii") as f:
            return "Bearer " + f.read().strip()

    context = ssl.create_default_context(cafile=f"{_POD}/ca.crt")
    return API(f"https://{host}:{os.environ.get('KUBERNETES_SERVICE_PORT', '443')}", bearer, context)


def _of_client(client: Any) -> API:
    c = getattr(client, "configuration", None)
    if c is None or not getattr(c, "host", None):
        raise TypeError(
            f"kube_api_client is a kubernetes.client.ApiClient or the URL of a 'kubectl proxy', not {type(client).__name__}"
        )
    context = None
    if c.host.startswith("https:"):
        context = ssl.create_default_context(cafile=c.ssl_ca_cert or None)
        if not c.verify_ssl:
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        if c.cert_file:
            context.load_cert_chain(c.cert_file, c.key_file)

    def bearer() -> str | None:
        token = c.get_api_key_with_prefix("authorization") or c.get_api_key_with_prefix("BearerToken")
        return token or (c.get_basic_auth_token() if getattr(c, "username", None) else None)

    return API(c.host, bearer, context)
