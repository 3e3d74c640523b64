"""A server that speaks the few paths of Kubernetes' API that new_cluster asks for, keeps what is posted, and runs the processes of pods on this
machine, each at a loopback address of its own. It is no Kubernetes: what a real API server refuses, it takes."""

import base64
import http.server
import itertools
import json
import os
import re
import subprocess
import threading
import urllib.parse

from mars._client import local

_hosts = itertools.count(2)


def matches(labels, selector):
    return all(labels.get(k) == v for k, _, v in (pair.partition("=") for pair in selector.split(",")))


class Kube:
    """trouble: what the containers of pods wait for, as (reason, message); quota: why Deployments get no pods; refuse: paths that are forbidden."""

    def __init__(self, marsjobs=False, trouble=None, quota=None, refuse=None):
        self.marsjobs, self.trouble, self.quota, self.refuse = marsjobs, trouble, quota, refuse
        self.things, self.pods, self.lock, self.asked = {}, {}, threading.RLock(), []
        kube = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                n = int(self.headers.get("Content-Length") or 0)
                body = json.loads(self.rfile.read(n)) if n else None
                path, _, query = self.path.partition("?")
                with kube.lock:
                    kube.asked.append((self.command, path, self.headers.get("Authorization")))
                    status, said = kube.do(self.command, path, dict(urllib.parse.parse_qsl(query)), body)
                data = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        for name in list(self.pods):
            self.end(name)

    def do(self, method, path, query, body):
        if self.refuse and re.search(self.refuse, path) and method == "POST":
            return 403, {
                "kind": "Status",
                "reason": "Forbidden",
                "message": "exceeded quota: team, requested: 1, limited: 0",
            }
        if path == "/apis/training.kubedl.io/v1alpha1":
            return (200, {"resources": [{"name": "marsjobs"}]}) if self.marsjobs else (404, {"reason": "NotFound"})
        if path.endswith("/pods"):
            items = [self.status(n) for n, p in self.pods.items() if matches(p["labels"], query["labelSelector"])]
            return 200, {"items": items}
        scale = path.endswith("/scale")
        path = path[: -len("/scale")] if scale else path
        if "/marsjobs" in path and not self.marsjobs:
            return 404, {"reason": "NotFound", "message": "the server could not find the requested resource"}
        if method == "POST":
            return self.make(f"{path}/{body['metadata']['name']}", body)
        thing = self.things.get(path)
        if thing is None:
            return 404, {"reason": "NotFound", "message": f"{path} not found"}
        if method == "PATCH":
            merge(thing, body)
            self.reconcile(path, thing)
        if method == "DELETE":
            for p in [
                p for p in self.things if p == path or ("/namespaces/" in p and path.rpartition("/")[2] in p.split("/"))
            ]:
                del self.things[p]
            self.reconcile(path, None)
        return 200, thing

    def make(self, path, body):
        if path in self.things:
            return 409, {"reason": "AlreadyExists", "message": f"{path} already exists"}
        m = re.search("/namespaces/([^/]+)/", path)
        body["metadata"].update(uid=f"uid-{len(self.things)}", **({"namespace": m[1]} if m else {}))
        if body["kind"] == "Secret":
            body["data"] = {k: base64.b64encode(v.encode()).decode() for k, v in body.pop("stringData").items()}
        if body["kind"] == "Service" and body["spec"].get("type") == "NodePort":
            body["spec"]["ports"][0]["nodePort"] = body["spec"]["ports"][0]["targetPort"]
        self.things[path] = body
        self.reconcile(path, body)
        return 201, body

    def reconcile(self, path, thing):
        """Pods follow what wants them."""
        if thing is not None and thing["kind"] == "Deployment":
            if self.quota:
                bad = {"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": self.quota}
                thing["status"] = {"conditions": [bad]}
                return
            spec = thing["spec"]
            self.follow(
                path, {f"{thing['metadata']['name']}-x{i}": (spec["template"], {}) for i in range(spec["replicas"])}
            )
        elif thing is not None and thing["kind"] == "MarsJob":
            name, want = thing["metadata"]["name"], {}
            thing.setdefault("status", {"conditions": [{"type": "Created"}, {"type": "Running"}]})
            for role, r in thing["spec"]["marsReplicaSpecs"].items():
                for i in range(r["replicas"]):
                    pod = f"{name}-{role.lower()}-{i}"
                    labels = {"group-name": "training.kubedl.io", "job-name": name, "replica-type": role.lower()}
                    r["template"]["metadata"]["labels"] = {**r["template"]["metadata"]["labels"], **labels}
                    env = {
                        "MARS_CONTAINER_IP": "@",
                        "MARS_BIND_PORT": "11111",
                        "MARS_NODE_SECRET": "secret of all links",
                    }
                    if role == "Scheduler":
                        env.update(MARS_WEB_PORT="7104", MARS_NODE_ADVERTISE=pod)
                    else:
                        env["MARS_CLUSTER_DETAIL"] = json.dumps(
                            {"cluster": {"scheduler": [f"{name}-scheduler-0:11111"]}}
                        )
                    want[pod] = (json.loads(json.dumps(r["template"])), env)
            self.follow(path, want)
        elif thing is None:
            for n in [n for n, p in self.pods.items() if p["of"] == path or p["of"] not in self.things]:
                self.end(n)

    def follow(self, of, want):
        for n in [n for n, p in self.pods.items() if p["of"] == of and n not in want]:
            self.end(n)
        for n, (template, env) in want.items():
            if n not in self.pods:
                self.start(of, n, template, env)

    def start(self, of, name, template, more):
        c, ip, process = template["spec"]["containers"][0], f"127.0.1.{next(_hosts)}", None
        namespace = of.split("/namespaces/")[1].split("/")[0]
        self.pods[name] = pod = {"of": of, "labels": template["metadata"]["labels"], "ip": ip, "image": c["image"]}
        env = dict(more)
        for e in c["env"]:
            source = e.get("valueFrom", {})
            if "secretKeyRef" in source:
                s = source["secretKeyRef"]
                kept = self.things[f"/api/v1/namespaces/{namespace}/secrets/{s['name']}"]
                env[e["name"]] = base64.b64decode(kept["data"][s["key"]]).decode()
            else:
                env[e["name"]] = e.get("value", "@")
        names = {re.sub("-x[0-9]+$", "", n): p["ip"] for n, p in self.pods.items()}
        for k, v in env.items():
            v = ip if v == "@" else v
            for n in sorted(names, key=len, reverse=True):
                v = v.replace(f"{n}.{namespace}.svc", names[n]).replace(n, names[n])
            env[k] = v
        if not self.trouble:
            args = [local.binary(), *c["command"][1:]]
            process = subprocess.Popen(
                args,
                env={**os.environ, **env, "MARS_WEB_HOST": ip},
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
            pod["said"] = process.stdout.readline()
        pod["process"] = process

    def end(self, name):
        p = self.pods.pop(name)["process"]
        if p:
            p.terminate()
            p.wait()
            p.stdout.close()

    def status(self, name):
        p = self.pods[name]
        alive = p["process"] is not None and p["process"].poll() is None
        status = {
            "hostIP": p["ip"],
            "podIP": p["ip"],
            "conditions": [{"type": "Ready", "status": "True" if alive else "False"}],
        }
        if self.trouble:
            reason, message = self.trouble
            status["containerStatuses"] = [
                {"image": p["image"], "state": {"waiting": {"reason": reason, "message": message}}}
            ]
        return {"metadata": {"name": name, "labels": p["labels"]}, "status": status}


def merge(into, patch):
    for k, v in patch.items():
        if isinstance(v, dict) and isinstance(into.get(k), dict):
            merge(into[k], v)
        else:
            into[k] = v
