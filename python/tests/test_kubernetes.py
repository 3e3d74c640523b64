"""mars.deploy.kubernetes and mars.deploy.kubedl, against a server that speaks the paths of the API which they ask for and runs the processes of pods.
Against a real control plane: test/kube-python."""

import contextlib

import kubeserver
import pytest

import mars
import mars.tensor as mt
from mars.deploy import kubedl, kubernetes
from mars.deploy.kubernetes import job, parts, plain, trouble

SMALL = {"worker_cpu": 1, "worker_mem": "512Mi", "image": "mars:test", "default": False, "timeout": 60}


@pytest.fixture
def kube(monkeypatch):
    monkeypatch.setattr("mars.deploy.kubernetes.cluster._LOOK", 0.05)
    with contextlib.ExitStack() as stack:

        def start(**kw):
            k = kubeserver.Kube(**kw)
            stack.callback(k.close)
            return k

        yield start


def computes(c):
    return mt.ones((30, 40), chunk_size=10).sum().execute(session=c.session).fetch(session=c.session)


def test_plain_pods(kube):
    k = kube()
    c = kubernetes.new_cluster(k.url, worker_num=2, **SMALL)
    assert c.namespace.startswith("mars-ns-") and c.endpoint.endswith(":7104")
    assert computes(c) == 1200
    with pytest.raises(Exception, match="token"):
        mars.new_session(c.endpoint, default=False)
    assert {o["kind"] for o in k.things.values()} == {"Namespace", "Secret", "Service", "Deployment"}  # and no Role
    c.rescale(1)
    assert len(k.pods) == 2
    c.rescale(3)
    assert computes(c) == 1200 and len(k.pods) == 4
    c.stop(wait=True)
    assert not k.things and not k.pods
    c.stop()


def test_pods_in_a_namespace_that_is_there(kube):
    k = kube()
    k.make("/api/v1/namespaces/team", {"kind": "Namespace", "metadata": {"name": "team"}})
    with kubernetes.new_cluster(k.url, namespace="team", supervisor_num=1, worker_cache_mem="30%", **SMALL) as c:
        assert computes(c) == 1200
    assert list(k.things) == ["/api/v1/namespaces/team"] and not k.pods


def test_a_marsjob(kube):
    k = kube(marsjobs=True)
    c = kubernetes.new_cluster(k.url, name="x", worker_num=1, **SMALL)
    assert c.endpoint.endswith(":11111") and computes(c) == 1200
    made = k.things[job.path("default", "x")]
    uid = made["metadata"]["uid"]
    for path in ("secrets/x-token", "services/x-web"):
        owned = k.things[f"/api/v1/namespaces/default/{path}"]["metadata"]["ownerReferences"]
        assert [o["uid"] for o in owned] == [uid]
    same = kubernetes.new_cluster(k.url, name="x", **SMALL)  # it is there
    assert same.token == c.token and computes(same) == 1200
    c.rescale(2)
    assert made["spec"]["marsReplicaSpecs"]["Worker"]["replicas"] == 2
    same.session.close()
    c.stop(wait=True)
    assert job.path("default", "x") not in k.things and not k.pods


def test_a_job_that_has_failed(kube):
    k = kube(marsjobs=True)
    failed = {"type": "Failed", "message": "pod x-scheduler-0 ended with 1"}
    spec = {"marsReplicaSpecs": {}}
    k.make(
        job.path("default", "x"),
        {"kind": "MarsJob", "metadata": {"name": "x"}, "spec": spec, "status": {"conditions": [failed]}},
    )
    with pytest.raises(
        kubernetes.ClusterFailed, match="default/x is there and has ended: Failed: pod x-scheduler-0 ended with 1"
    ):
        kubernetes.new_cluster(k.url, name="x", **SMALL)
    assert job.path("default", "x") in k.things  # it is not ours to delete


@pytest.mark.parametrize("marsjobs", [False, True])
def test_what_keeps_a_cluster_from_starting(kube, marsjobs):
    message = 'Back-off pulling image "mars:test": not found'
    k = kube(marsjobs=marsjobs, trouble=("ImagePullBackOff", message))
    with pytest.raises(kubernetes.ClusterFailed, match=f"ImagePullBackOff: {message}"):
        kubernetes.new_cluster(k.url, **SMALL)
    assert not k.pods and not [p for p in k.things if "services" not in p]  # services go with their owner
    k = kube(marsjobs=marsjobs, trouble=("ContainerCreating", ""))
    with pytest.raises(TimeoutError, match="after 0 s: no web port is ready"):
        kubernetes.new_cluster(k.url, **{**SMALL, "timeout": 0})
    assert not k.pods
    k = kube(marsjobs=marsjobs, refuse="marsjobs|deployments")
    with pytest.raises(kubernetes.KubernetesError, match="exceeded quota: team, requested: 1, limited: 0") as e:
        kubernetes.new_cluster(k.url, **SMALL)
    assert e.value.status == 403 and e.value.reason == "Forbidden" and not k.things


def test_a_quota_of_pods(kube):
    quota = 'pods "marssupervisor-0-7f" is forbidden: exceeded quota: team'
    with pytest.raises(kubernetes.ClusterFailed, match=f"deployment marssupervisor-0: FailedCreate: {quota}"):
        kubernetes.new_cluster(kube(quota=quota).url, **SMALL)


def test_bad_calls(kube):
    k = kube()
    with pytest.raises(TypeError, match="worker_cpu and worker_mem must be given"):
        kubernetes.new_cluster(k.url)
    with pytest.raises(ValueError, match="'4 gigs' is no quantity"):
        kubernetes.new_cluster(k.url, worker_cpu=1, worker_mem="4 gigs")
    with pytest.raises(ValueError, match="worker_num=-1: at least 0"):
        kubernetes.new_cluster(k.url, **{**SMALL, "worker_num": -1})
    with pytest.raises(ValueError, match="web_host is the host of an Ingress"):
        kubernetes.new_cluster(k.url, web_host="mars.example", **SMALL)
    with pytest.raises(TypeError, match="kubernetes.client.ApiClient or the URL"):
        kubernetes.new_cluster(7, **SMALL)
    with pytest.raises(kubernetes.KubernetesError, match="serves no marsjobs.training.kubedl.io: install the operator"):
        kubedl.new_cluster(k.url, timeout=1, image="mars:test")
    with pytest.raises(kubernetes.KubernetesError, match=r"API server at http://127.0.0.1:1 does not answer"):
        kubernetes.new_cluster("http://127.0.0.1:1", **SMALL)
    assert not k.things and not k.pods


def test_a_client_of_the_package(kube):
    class Configuration:  # what kubernetes.client.Configuration has
        verify_ssl, ssl_ca_cert, cert_file, key_file = True, None, None, None

        def __init__(self, host):
            self.host = host

        def get_api_key_with_prefix(self, name):
            return "Bearer abc" if name == "authorization" else None

    class Client:
        pass

    k = kube(trouble=("ErrImagePull", "no"))
    client = Client()
    client.configuration = Configuration(k.url)
    with pytest.raises(kubernetes.ClusterFailed, match="ErrImagePull: no"):
        kubernetes.new_cluster(client, **SMALL)
    assert {bearer for _, _, bearer in k.asked} == {"Bearer abc"}


def test_quantities():
    assert [parts.cores_of(q) for q in (2, "2", "500m", "1500m", 0.5)] == [2, 2, 1, 2, 1]
    assert [parts.size_of(q) for q in (7, "4Gi", "1.5Mi", "2G", "3k", "1Ki")] == [
        7,
        4 << 30,
        3 << 19,
        2 * 10**9,
        3000,
        1024,
    ]


def test_what_is_posted():
    p = parts.Plan(
        "x",
        "ns",
        "i",
        "t",
        2,
        "4Gi",
        worker_spill_paths=["/a", "/b"],
        worker_cache_mem="45%",
        web_host="h",
        supervisor_num=2,
    )
    spec = job.marsjob(p)["spec"]
    assert spec["webHost"] == "h" and spec["workerMemoryTuningPolicy"] == {
        "spillDirs": ["/a", "/b"],
        "workerCachePercentage": 45,
    }
    assert {r: s["replicas"] for r, s in spec["marsReplicaSpecs"].items()} == {
        "Scheduler": 2,
        "WebService": 1,
        "Worker": 1,
    }
    made = [o for _, o in plain.objects(p)]
    assert [f"{o['kind']} {o['metadata']['name']}" for o in made] == [
        "Service marsservice",
        "Service marssupervisor-0",
        "Deployment marssupervisor-0",
        "Service marssupervisor-1",
        "Deployment marssupervisor-1",
        "Deployment marsworker",
    ]
    env = {e["name"]: e.get("value") for e in made[-1]["spec"]["template"]["spec"]["containers"][0]["env"]}
    assert env["MARS_NODE_SUPERVISORS"] == "marssupervisor-0.ns.svc:7103,marssupervisor-1.ns.svc:7103"
    assert (
        env["MARS_SPILL_DIRS"] == "/a:/b" and env["MARS_CPU_TOTAL"] == "2" and env["MARS_MEMORY_TOTAL"] == str(4 << 30)
    )
    for o in [made[2], made[-1]]:
        assert o["spec"]["template"]["spec"]["automountServiceAccountToken"] is False
        chosen, worn = o["spec"]["selector"]["matchLabels"], o["spec"]["template"]["metadata"]["labels"]
        assert chosen.items() <= worn.items()


def test_pods_that_end_again_and_again():
    ended = {"exitCode": 1, "message": "mars: MARS_CPU_TOTAL: want a number\n"}
    c = {"state": {"waiting": {"reason": "CrashLoopBackOff"}}, "lastState": {"terminated": ended}, "restartCount": 2}
    pod = {"metadata": {"name": "w"}, "status": {"containerStatuses": [c]}}
    assert trouble.pods([pod]) is None
    c["restartCount"] = 3
    assert trouble.pods([pod]) == "pod w: it ended 3 times, with exit code 1: mars: MARS_CPU_TOTAL: want a number"
    waits = {
        "type": "PodScheduled",
        "status": "False",
        "reason": "Unschedulable",
        "message": "0/1 nodes: insufficient cpu",
    }
    assert (
        trouble.pending([{"metadata": {"name": "w"}, "status": {"conditions": [waits]}}])
        == "pod w: Unschedulable: 0/1 nodes: insufficient cpu"
    )


def test_addresses_of_services():
    from mars.deploy.kubernetes.cluster import address

    def service(kind, **ports):
        return {
            "metadata": {"name": "s", "namespace": "n"},
            "spec": {"type": kind, "ports": [{"port": 7104, **ports}]},
            "status": {},
        }

    assert address(service("ClusterIP"), []) == "s.n.svc:7104"
    assert address(service("NodePort", nodePort=30001), [None, "10.0.0.1"]) == "10.0.0.1:30001"
    assert address(service("NodePort", nodePort=30001), ["2001:db8::1"]) == "[2001:db8::1]:30001"
    assert address(service("NodePort", nodePort=30001), []) is None
    balanced = service("LoadBalancer")
    assert address(balanced, []) is None
    balanced["status"] = {"loadBalancer": {"ingress": [{"hostname": "lb.example"}]}}
    assert address(balanced, []) == "lb.example:7104"
