"""Graphs as the contract has them: protojson of Graph, from the nodes that some values need."""

from .together import Together, common

VERSION = 2
OPSET = 1


def build(targets, cut=None, known=False):
    """The graph of the targets, inputs first.

    cut(ref) is the key of a value that the server holds, None for others; such a value is named, not computed again. With known, nodes
    that are described already stand for themselves, without what they are computed from: enough to describe others.
    """
    return build_with_nodes(targets, cut, known)[0]


def build_with_nodes(targets, cut=None, known=False):
    """The graph of build, and what stands at each place of it: a Node, or the Ref of a value that was cut."""
    out, order, at, opsets = [], [], {}, {}

    def place(ref):
        spot = at.get(ref)
        if spot is not None:
            return spot
        node = ref.node
        key = cut(ref) if cut is not None else None
        if key is not None:
            spot = {"node": len(out)}
            out.append(_stored(node, ref.output, key, opsets))
            order.append(ref)
            at[ref] = spot
            return spot
        first = at.get(node)
        if first is None:
            return None
        return {"node": first, "output": ref.output} if ref.output else {"node": first}

    together = {}  # calls that stand at one place, by what they have in common
    stack = list(reversed(targets))
    while stack:
        ref = stack.pop()
        if place(ref) is not None:
            continue
        node = ref.node
        if known and node.metas is not None:
            opsets["core"] = OPSET
            at[node] = len(out)
            out.append({"id": node.id, "op": "core.known", "outputs": [m.raw for m in node.metas]})
            order.append(node)
            continue
        inputs = node.inputs  # once: a thread that has executed the node puts others in their place
        spots = [place(r) for r in inputs]
        if None in spots:
            stack.append(ref)
            stack += [r for r, spot in zip(inputs, spots) if spot is None]
            continue
        if node.joins and not known:
            shared = common(node, inputs)
            calls = together.get(shared)
            if calls is not None and not calls.full:
                at[node] = calls.place
                at[ref] = {"node": calls.place, "output": calls.add(node)}
                continue
            together[shared] = Together(node, len(out), out)
        opsets[node.op.partition(".")[0]] = OPSET
        entry = {"id": node.id, "op": node.op}
        if spots:
            entry["inputs"] = spots
        if node.attrs:
            entry["attrs"] = node.attrs
        if node.site:
            entry["site"] = node.site
        at[node] = len(out)
        out.append(entry)
        order.append(node)
    graph = {"version": VERSION, "opsets": opsets, "nodes": out, "targets": [place(r) for r in targets]}
    return graph, order


def _stored(node, output, key, opsets):
    opsets["core"] = OPSET
    entry = {"id": f"{node.id}.{output}" if output else node.id, "op": "core.fetch", "attrs": {"key": {"key": key}}}
    if node.site:
        entry["site"] = node.site
    return entry
