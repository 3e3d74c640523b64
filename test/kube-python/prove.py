"""What mars.deploy.kubernetes posts, against a real API server: prove.py ASSETS. ASSETS is the folder that
scripts/kube-assets.sh prints.

It starts etcd and kube-apiserver of its own on loopback, and no controllers: every object of both kinds of
cluster must be taken as it is, workers must scale, and what could not become ready must be gone again. That
pods run and compute is proved elsewhere (python/tests/test_kubernetes.py).

        PYTHONPATH=python .venv-python/bin/python test/kube-python/prove.py "$(scripts/kube-assets.sh)"
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from mars.deploy import kubernetes
from mars.deploy.kubernetes import api, cluster, job, parts, plain

CRD = os.path.join(
    os.path.dirname(__file__),
    "..",
    "..",
    "operator",
    "config",
    "crd",
    "bases",
    "training.kubedl.io_marsjobs.yaml",
)
SMALL = {"worker_cpu": 1, "worker_mem": "512Mi", "image": "mars:test", "default": False}


def free():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Client:
    """What kubernetes.client.ApiClient tells of an API server, of one with a certificate that nobody has
    signed."""

    class configuration:
        verify_ssl, ssl_ca_cert, cert_file, key_file = False, None, None, None

        @staticmethod
        def get_api_key_with_prefix(name):
            return "Bearer admin-token"


def start(assets, folder):
    """etcd and kube-apiserver, and the port of the latter."""
    etcd, peer, port = free(), free(), free()
    subprocess.run(["openssl", "genrsa", "-out", f"{folder}/sa.key", "2048"], check=True, capture_output=True)
    with open(f"{folder}/tokens", "w", encoding="ascii") as f:
        f.write("admin-token,admin,admin,system:masters\n")
    at, among = f"http://127.0.0.1:{etcd}", f"http://127.0.0.1:{peer}"
    lines = [
        [
            f"{assets}/etcd",
            "--name",
            "t",
            "--data-dir",
            f"{folder}/etcd",
            "--listen-client-urls",
            at,
            "--advertise-client-urls",
            at,
        ]
        + [
            "--listen-peer-urls",
            among,
            "--initial-advertise-peer-urls",
            among,
            "--initial-cluster",
            f"t={among}",
        ],
        [
            f"{assets}/kube-apiserver",
            f"--etcd-servers={at}",
            "--bind-address=127.0.0.1",
            f"--secure-port={port}",
            f"--cert-dir={folder}/pki",
        ]
        + [
            "--authorization-mode=RBAC",
            f"--token-auth-file={folder}/tokens",
            "--endpoint-reconciler-type=none",
        ]
        + [
            "--service-cluster-ip-range=10.0.0.0/24",
            "--service-account-issuer=https://kubernetes.default.svc",
        ]
        + [
            f"--service-account-key-file={folder}/sa.key",
            f"--service-account-signing-key-file={folder}/sa.key",
        ]
        + ["--disable-admission-plugins=ServiceAccount"],
    ]
    processes = []
    for line in lines:
        with open(f"{folder}/{os.path.basename(line[0])}.log", "wb") as log:
            processes.append(subprocess.Popen(line, stdout=log, stderr=log))
    return processes, port


def until(what, ask):
    for _ in range(600):
        try:
            if ask():
                return
        except kubernetes.KubernetesError:
            pass
        time.sleep(0.2)
    raise SystemExit(f"it never came to this: {what}")


def unready(client, **kw):
    """A cluster whose pods never come, for there is no controller."""
    try:
        kubernetes.new_cluster(client, timeout=1, **{**SMALL, **kw})
    except TimeoutError as e:
        assert "no web port is ready" in str(e), e
    else:
        raise AssertionError("a cluster without pods is ready")


def everything(server, p, objects):
    """Each object is taken by the API server as it is: none of its fields is unknown."""
    for path, o in objects:
        made = server.request("POST", path, o, {"dryRun": "All", "fieldValidation": "Strict"})
        assert made["metadata"]["name"] == o["metadata"]["name"]


def prove(client, assets):
    server = api.connect(client)
    until("the API server is ready", lambda: server.get("/api/v1/namespaces/default"))
    p = parts.Plan(
        "x", "default", "mars:test", "token", 2, "4Gi", supervisor_num=2, supervisor_cpu="500m", supervisor_mem="1Gi", worker_num=3,
        worker_spill_paths=["/a", "/b"], worker_cache_mem="40%", image_pull_policy="IfNotPresent", env={"": {"A": "1"}}, labels={"team": "a"},
        node_selectors={"disk": "ssd"},
    )  # fmt: skip
    secret = ("/api/v1/namespaces/default/secrets", p.secret([], links="x"))
    everything(server, p, [secret, *plain.objects(p)])

    assert not cluster.served(server)
    unready(client)
    unready(client, namespace="default")
    left = [server.get(path)["items"] for path in ("/apis/apps/v1/deployments", "/api/v1/secrets")]
    named = {
        i["metadata"]["name"] for items in left for i in items if i["metadata"]["namespace"] == "default"
    }
    assert not named, named
    plan = parts.Plan("y", "default", "mars:test", "token", 1, "512Mi")
    c = kubernetes.KubernetesCluster(server, plan, False, False)
    cluster._make_pods(c)
    c.rescale(5, wait=False)
    assert server.get("/apis/apps/v1/namespaces/default/deployments/marsworker")["spec"]["replicas"] == 5
    c.stop(wait=True, timeout=30)

    login = ["--server", client.configuration.host, "--token", "admin-token", "--insecure-skip-tls-verify"]
    subprocess.run(
        [f"{assets}/kubectl", "apply", *login, "-f", CRD],
        check=True,
        stdout=sys.stderr,
        env={**os.environ, "KUBECONFIG": os.devnull},
    )
    until("MarsJobs are served", lambda: cluster.served(server))
    p.web_host = "mars.example"
    everything(server, p, [(job.path("default"), job.marsjob(p))])
    unready(client)
    c = kubernetes.KubernetesCluster(
        server, parts.Plan("z", "default", "mars:test", "token", 1, "512Mi"), True, False
    )
    cluster._make_job(c)
    c.rescale(7, wait=False)
    made = server.get(job.path("default", "z"))
    assert made["spec"]["marsReplicaSpecs"]["Worker"]["replicas"] == 7
    owned = server.get("/api/v1/namespaces/default/services/z-web")
    assert (
        owned["metadata"]["ownerReferences"][0]["uid"] == made["metadata"]["uid"]
        and owned["spec"]["ports"][0]["nodePort"]
    )
    c.stop(wait=True, timeout=30)
    try:
        kubernetes.new_cluster(client, operator=True, name="Not_a_name", **SMALL)
    except kubernetes.KubernetesError as e:
        assert e.status == 422 and "Not_a_name" in str(e), e
    else:
        raise AssertionError("a name that is none was taken")


def main(assets):
    folder = tempfile.mkdtemp(prefix="mars-kube-")
    processes, port = start(assets, folder)
    client = Client()
    client.configuration.host = f"https://127.0.0.1:{port}"
    try:
        prove(client, assets)
        print(json.dumps({"proof": "kube-python", "ok": True}))
    finally:
        for p in reversed(processes):  # the API server before its store
            p.terminate()
            try:
                p.wait(20)
            except subprocess.TimeoutExpired:
                p.kill()
                p.wait()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
