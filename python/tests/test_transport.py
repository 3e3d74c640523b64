"""The transport against a small server that misbehaves as real ones do not when asked."""

import base64
import contextlib
import http.server
import json
import os
import socket
import ssl
import struct
import subprocess
import threading

import numpy as np
import pytest

from mars._client import errors
from mars._client.results import unb64
from mars._client.transport import Transport, token_of


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append((self.path, dict(self.headers), body, self.client_address))
        answer = self.server.answers.pop(0) if self.server.answers else (200, "application/json", b"{}")
        if answer == "drop":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        status, kind, data, *more = answer
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(more[0] if more and isinstance(more[0], int) else len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()
        if "close" in more or (more and isinstance(more[0], int)):
            self.close_connection = True

    do_GET = do_PUT = do_POST


@pytest.fixture
def server():
    s = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    s.daemon_threads = True
    s.seen, s.answers = [], []
    s.url = f"http://127.0.0.1:{s.server_port}"
    threading.Thread(target=s.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield s
    s.shutdown()
    s.server_close()


@pytest.fixture(name="Transport")
def transports():
    """The class, with instances that are closed when the test is over."""
    made = []

    def make(*args, **kw):
        made.append(Transport(*args, **kw))
        return made[-1]

    yield make
    for t in made:
        t.close()


def problem(code, **fields):
    """A Connect error with a Problem, in bytes as a server sends it."""
    numbers = {"message": 2, "site": 3, "op": 4, "node": 5, "where": 6, "trace": 7, "python_type": 8}
    data = bytes([1 << 3, fields.pop("kind")])
    for k, v in fields.items():
        data += bytes([numbers[k] << 3 | 2, len(v)]) + v.encode()
    detail = {"type": "mars.v1.Problem", "value": base64.b64encode(data).decode().rstrip("=")}
    return 400, "application/json", json.dumps({"code": code, "message": "x", "details": [detail]}).encode()


def test_a_call_is_a_post_of_json(Transport, server):
    server.answers = [(200, "application/json", b'{"taskId": "t1"}')]
    t = Transport(server.url, token="secret")
    assert t.call("TaskService/Submit", {"sessionId": "s"}) == {"taskId": "t1"}
    path, headers, body, _ = server.seen[0]
    assert path == "/mars.v1.TaskService/Submit"
    assert headers["Content-Type"] == "application/json"
    assert headers["Connect-Protocol-Version"] == "1"
    assert headers["Authorization"] == "Bearer secret"
    assert json.loads(body) == {"sessionId": "s"}


def test_a_thread_keeps_its_connection(Transport, server):
    t = Transport(server.url)
    for _ in range(3):
        t.call("A/B", {})
    assert len({s[3] for s in server.seen}) == 1
    other = threading.Thread(target=t.call, args=("A/B", {}))
    other.start()
    other.join()
    assert len({s[3] for s in server.seen}) == 2


def test_a_connection_that_was_closed_while_idle_is_replaced(Transport, server):
    server.answers = [(200, "application/json", b"{}", "close")]
    t = Transport(server.url)
    t.call("A/B", {})
    assert t.call("A/B", {}) == {}
    server.answers = [(200, "application/json", b"{}"), "drop", (200, "application/json", b'{"n": 1}')]
    t.call("A/B", {})
    assert t.call("A/B", {}) == {"n": 1}


def test_a_server_that_is_busy_is_asked_again(Transport, server):
    busy = (503, "application/json", b'{"code": "unavailable", "message": "starting"}')
    server.answers = [busy, busy, (200, "application/json", b'{"ok": true}')]
    assert Transport(server.url).call("A/B", {}) == {"ok": True}
    server.answers = [busy] * 9
    with pytest.raises(ConnectionError, match="starting"):
        Transport(server.url).call("A/B", {}, tries=2)
    assert len(server.answers) == 7


def test_nobody_answers(Transport):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{s.getsockname()[1]}"
        with pytest.raises(ConnectionError, match=f"cannot reach Mars at {url}: Connection refused"):
            Transport(url).call("A/B", {})
    with pytest.raises(ConnectionError, match="cannot reach Mars at http://no-such-host.invalid"):
        Transport("http://no-such-host.invalid:1").call("A/B", {})


def test_a_server_that_says_nothing(Transport):
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        url = f"http://127.0.0.1:{s.getsockname()[1]}"
        with pytest.raises(ConnectionError, match=f"no answer from {url} for 0.25 s"):
            Transport(url, timeout=0.1).call("A/B", {}, wait=0.15)
        with pytest.raises(ConnectionError, match=f"no answer from {url} for 0.1 s"):
            list(Transport(url).stream("A/B", {}, silence=0.1))


def test_what_is_no_address(Transport):
    for bad in ("ftp://x", "http://", "localhost"):
        with pytest.raises(ValueError, match="http://host:port"):
            Transport(bad)


def test_a_server_that_is_no_mars(Transport, server):
    server.answers = [(404, "text/html", b"<html>not here</html>")]
    with pytest.raises(KeyError, match="HTTP 404"):
        Transport(server.url).call("A/B", {})
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()

        def talk():
            with contextlib.suppress(
                OSError
            ):  # the client goes as soon as it has seen enough, the test ends the socket
                while True:
                    c, _ = s.accept()
                    with c:
                        c.recv(65536)
                        c.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        threading.Thread(target=talk, daemon=True).start()
        with pytest.raises(ConnectionError, match="does not speak HTTP"):
            Transport(f"http://127.0.0.1:{s.getsockname()[1]}").call("A/B", {})


def test_tokens(monkeypatch):
    monkeypatch.delenv("MARS_TOKEN", raising=False)
    assert token_of("http://h:1/") == ("http://h:1", None)
    assert token_of("http://tok%2Fen@h:1") == ("http://h:1", "tok/en")
    assert token_of("http://user:pass@h:1", None) == ("http://h:1", "pass")
    assert token_of("http://user:pass@h:1", "given") == ("http://h:1", "given")
    monkeypatch.setenv("MARS_TOKEN", "env")
    assert token_of("https://h:1/prefix/") == ("https://h:1/prefix", "env")


def test_a_cluster_of_this_machine_leaves_its_token(monkeypatch, tmp_path):
    monkeypatch.delenv("MARS_TOKEN", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    place = tmp_path / "mars"
    place.mkdir(mode=0o700)
    (place / "token-7005").write_text("left\n")
    assert token_of("http://127.0.0.1:7005") == ("http://127.0.0.1:7005", "left")
    assert token_of("http://localhost:7005")[1] == "left"
    assert token_of("http://[::1]:7005")[1] == "left"
    assert token_of("http://127.0.0.1:7005", "given")[1] == "given"
    for other in ("http://127.0.0.1:7006", "http://10.0.0.1:7005", "http://127.evil.example:7005", "http://127.0.0.1"):
        assert token_of(other)[1] is None, other
    place.chmod(0o755)  # anybody may have put it there
    assert token_of("http://127.0.0.1:7005")[1] is None


def test_a_call_names_its_session(Transport, server):
    t = Transport(server.url)
    t.call("TaskService/Submit", {"sessionId": "a-1"})
    t.call("ClusterService/GetServer", {})
    assert [headers.get("Mars-Session") for _, headers, _, _ in server.seen] == ["a-1", None]


def test_the_token_goes_to_no_other_address(Transport, server):
    t = Transport(server.url, token="secret")
    t.get("/data/x", ticket="tick").done()
    t.get(server.url + "/data/x", ticket="tick").done()
    t.get(server.url.replace("127.0.0.1", "localhost") + "/data/x", ticket="tick").done()
    t.put(server.url.replace("127.0.0.1", "localhost") + "/data/x", b"1", media_type="a/b")
    assert [s[1].get("Authorization") for s in server.seen] == ["Bearer secret", "Bearer secret", "Mars tick", None]


def test_problems_become_exceptions(Transport, server):
    t = Transport(server.url)
    server.answers = [
        problem("invalid_argument", kind=1, message="bad shapes", site="a.py:3", op="tensor.add", trace="go 1")
    ]
    with pytest.raises(ValueError, match="bad shapes") as e:
        t.call("A/B", {})
    p = errors.problem_of(e.value)
    assert (p.kind, p.site, p.op) == ("invalid", "a.py:3", "tensor.add")
    assert "a.py:3" in "".join(getattr(e.value, "__notes__", [])) or "a.py:3" in str(e.value)
    assert isinstance(e.value.__cause__, errors.RemoteTraceback) and "go 1" in str(e.value.__cause__)


@pytest.mark.parametrize(
    ("fields", "kind", "args"),
    [
        ({"kind": 2, "message": "'x'"}, KeyError, ("x",)),
        (
            {"kind": 2, "message": "index 9 is out of bounds for axis 0 with size 3", "op": "tensor.getitem"},
            IndexError,
            None,
        ),
        ({"kind": 2, "message": "open /a: no such file or directory"}, FileNotFoundError, None),
        ({"kind": 3, "message": "m"}, TypeError, ("m",)),
        ({"kind": 4, "message": "m"}, errors.Lost, None),
        ({"kind": 5, "message": "m"}, MemoryError, None),
        ({"kind": 7, "message": "m"}, errors.Canceled, None),
        ({"kind": 9, "message": "m"}, PermissionError, None),
        ({"kind": 0, "message": "m"}, RuntimeError, None),
        ({"kind": 1, "message": "m", "python_type": "builtins.OverflowError"}, OverflowError, None),
        ({"kind": 1, "message": "m", "python_type": "numpy.exceptions.AxisError"}, "numpy.exceptions", None),
        ({"kind": 1, "message": "m", "python_type": "numpy.linalg.LinAlgError"}, np.linalg.LinAlgError, None),
        ({"kind": 1, "message": "m", "python_type": "pandas.errors.MergeError"}, "pandas.errors", None),
        ({"kind": 1, "message": "m", "python_type": "os.system"}, ValueError, None),
        ({"kind": 1, "message": "Python integer 300 out of bounds for int8"}, OverflowError, None),
        ({"kind": 1, "message": "axis 3 is out of bounds for array of dimension 2"}, "numpy.exceptions", None),
        ({"kind": 1, "message": "Singular matrix"}, np.linalg.LinAlgError, None),
        ({"kind": 1, "message": "No common columns to perform merge on. Merge"}, "pandas.errors", None),
        ({"kind": 2, "message": 'there is no operator "tensor.x"'}, NotImplementedError, None),
        (
            {"kind": 2, "message": "single positional indexer is out-of-bounds", "op": "dataframe.iloc"},
            IndexError,
            None,
        ),
        ({"kind": 1, "message": "m", "python_type": "builtins.SystemExit"}, ValueError, None),
        ({"kind": 1, "message": "m", "python_type": "builtins.eval"}, ValueError, None),
    ],
)
def test_kinds_of_problems(Transport, server, fields, kind, args):
    server.answers = [problem("internal", **fields)]
    with pytest.raises(Exception) as e:
        Transport(server.url).call("A/B", {})
    if isinstance(kind, str):
        assert type(e.value).__module__ == kind
    else:
        assert type(e.value) is kind
    if args:
        assert e.value.args[:1] == args


def test_streams(Transport, server):
    def frame(flags, d):
        b = json.dumps(d).encode()
        return struct.pack(">BI", flags, len(b)) + b

    kind = "application/connect+json"
    server.answers = [(200, kind, frame(0, {"event": {"seq": "1"}}) + frame(0, {"event": {"seq": "2"}}) + frame(2, {}))]
    t = Transport(server.url)
    assert [m["event"]["seq"] for m in t.stream("EventService/Watch", {})] == ["1", "2"]
    server.answers = [(200, kind, frame(0, {}) + frame(2, {"error": {"code": "not_found", "message": "no session"}}))]
    with pytest.raises(KeyError, match="no session"):
        list(t.stream("EventService/Watch", {}))
    server.answers = [(200, kind, frame(0, {})[:-1], 100)]
    with pytest.raises(ConnectionError):
        list(t.stream("EventService/Watch", {}))


def test_bytes(Transport, server):
    data = np.arange(1000, dtype=np.float64)
    t = Transport(server.url)
    server.answers = [(200, "application/x-mars-raw", data.tobytes()), (200, "x/y", b"abc"), (200, "x/y", b"abc", 10)]
    out = np.empty_like(data)
    with t.get("/d") as d:
        assert d.size == data.nbytes
        d.readinto(memoryview(out.view(np.uint8)))
    assert (out == data).all()
    with t.get("/d") as d:
        assert d.read() == b"abc"
    assert len({s[3] for s in server.seen}) == 1
    with pytest.raises(ConnectionError), t.get("/d") as d:
        d.readinto(bytearray(10))
    t.put("/d", memoryview(data), media_type="application/x-mars-raw")
    assert server.seen[-1][2] == data.tobytes()
    server.answers = [(410, "application/json", b'{"kind": "ERROR_KIND_LOST", "message": "gone"}')]
    with pytest.raises(errors.Lost, match="gone"):
        t.get("/d")


def test_a_rewriter_changes_requests(Transport, server):
    def sign(request):
        request.headers["X-Signed"] = request.url.rpartition("/")[2]

    Transport(server.url, request_rewriter=sign).call("A/B", {})
    assert server.seen[0][1]["X-Signed"] == "B"

    def elsewhere(request):
        request.url = "http://example.com/"

    with pytest.raises(ValueError, match="must keep"):
        Transport(server.url, request_rewriter=elsewhere).call("A/B", {})


def test_a_closed_transport_says_so(Transport, server):
    t = Transport(server.url)
    t.call("A/B", {})
    t.close()
    with pytest.raises(errors.SessionClosed):
        t.call("A/B", {})


def test_tls(Transport, server, tmp_path):
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    url = f"https://localhost:{server.server_port}"
    assert Transport(url, verify=cert).call("A/B", {}) == {}
    assert Transport(url, verify=False).call("A/B", {}) == {}
    with pytest.raises(ConnectionError, match="verify="):
        Transport(url).call("A/B", {})


def test_a_child_leaves_the_parents_connections_alone(Transport, server):
    t = Transport(server.url)
    t.call("A/B", {})
    pid = os.fork()
    if pid == 0:
        try:
            t.call("Child/Call", {})
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
    t.call("A/B", {})
    first, child, after = (s[3] for s in server.seen)
    assert first == after != child
    assert server.seen[1][0] == "/mars.v1.Child/Call"


def test_base64_as_protojson_has_it():
    assert unb64("-_8") == unb64("+/8=") == b"\xfb\xff"


@pytest.mark.parametrize(
    ("kind", "raised"),
    [
        ("OutOfMemory", MemoryError),
        ("NotFound", KeyError),
        ("ERROR_KIND_OUT_OF_MEMORY", MemoryError),
        ("Denied", PermissionError),
        ("Odd", RuntimeError),
    ],
)
def test_kinds_as_ports_for_data_spell_them(kind, raised):
    """A session at its quota is out of memory, whoever says so."""
    e = errors.Problem.from_json({"kind": kind, "message": "no room"}).exception()
    assert type(e) is raised and "no room" in str(e)
