"""Names of hosts lead to the ingress controller of the test, as those of a real one do."""

import os
import socket

_host, _, _port = os.environ.get("MARS_TEST_DOOR", "").rpartition(":")
_resolve = socket.getaddrinfo


def _to_the_door(host, port, *args, **kwargs):
    if isinstance(host, str) and host.endswith(".domain.com"):
        return _resolve(_host, int(_port), *args, **kwargs)
    return _resolve(host, port, *args, **kwargs)


socket.getaddrinfo = _to_the_door
