"""A program that starts a cluster of its own: cluster.py KUBECTL_PROXY IMAGE plain|operator; without these it
runs where it is. Workers come and go while it runs."""

import hashlib
import sys

import mars
import mars.tensor as mt


def said(x):
    return hashlib.sha256(x.execute().fetch().tobytes()).hexdigest()


def program(rescale):
    held = mt.random.RandomState(3).rand(2000, 500, chunk_size=250).execute()
    out = [said(mt.dot(held.T, held))]
    rescale(3)
    out.append(said((held * 2).sum(axis=0)))
    rescale(1)
    out.append(said(held.mean(axis=1)))
    return " ".join(out)


if len(sys.argv) == 1:
    mars.new_session()
    print(program(lambda n: None))
else:
    from mars.deploy.kubernetes import new_cluster

    server, image, kind = sys.argv[1:]
    with new_cluster(
        server, image=image, worker_num=2, worker_cpu=1, worker_mem="1Gi", supervisor_cpu=1, supervisor_mem="1Gi", timeout=170,
        operator=kind == "operator",
    ) as c:  # fmt: skip
        print(c.endpoint, file=sys.stderr)
        print(program(lambda n: c.rescale(n, timeout=170)))
    c.stop(wait=True, timeout=170)
