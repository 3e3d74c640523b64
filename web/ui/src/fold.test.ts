import assert from "node:assert/strict";
import { test } from "node:test";
import { fold, latest, nothing } from "./fold.ts";

const first = {
	seq: 3, epoch: "a", events: [
		{ node: { address: "w1", role: "ROLE_WORKER" } },
		{ session: { sessionId: "s1" } },
		{ task: { taskId: "t1", sessionId: "s1", progress: 0.5 } },
	],
};

test("a snapshot replaces what was known, a delta changes it", () => {
	const a = fold(nothing, first, true);
	const b = fold(a, { seq: 4, epoch: "a", events: [{ task: { taskId: "t1", sessionId: "s1", progress: 1 } }, { task: { taskId: "t2", sessionId: "s1" } }] }, false);
	assert.equal(a.tasks.get("t1")!.progress, 0.5, "the old state stays as it is");
	assert.equal(b.tasks.get("t1")!.progress, 1);
	assert.deepEqual([...b.tasks.keys()], ["t1", "t2"]);
	assert.deepEqual([b.seq, b.nodes.size, b.sessions.size], [4, 1, 1]);
	const c = fold(b, { seq: 9, epoch: "a", events: [{ node: { address: "w2" } }] }, true);
	assert.deepEqual([c.tasks.size, [...c.nodes.keys()]], [0, ["w2"]]);
});

test("another epoch begins with nothing", () => {
	const s = fold(fold(nothing, first, true), { seq: 1, epoch: "b", events: [] }, false);
	assert.deepEqual([s.tasks.size, s.nodes.size, s.epoch], [0, 0, "b"]);
});

test("a closed session goes with its tasks", () => {
	const s = fold(fold(nothing, first, true), { seq: 5, epoch: "a", events: [{ session: { sessionId: "s1", closed: true } }] }, false);
	assert.deepEqual([s.sessions.size, s.tasks.size], [0, 0]);
});

test("of many warnings the newest stay, newest first", () => {
	let s = nothing;
	for (let i = 0; i < 30; i++) s = fold(s, { seq: i, epoch: "", events: [{ warning: { text: `w${i}` } }] }, false);
	assert.equal(s.warnings.length, 20);
	assert.equal(s.warnings[0]!.text, "w29");
});

test("nothing is known before the first snapshot", () => {
	assert.equal(nothing.known, false);
	assert.equal(fold(nothing, { seq: 0, epoch: "a", events: [] }, true).known, true);
});

test("live tasks and those of the history are one list, the latest first", () => {
	const at = (s: number) => new Date(1000 * s).toISOString();
	const live = [{ taskId: "t10", submitted: at(5), progress: 1 }, { taskId: "t9", submitted: at(5) }];
	const past = [{ taskId: "t10", submitted: at(5), progress: 0 }, { taskId: "t2", submitted: at(9) }, { taskId: "t1", submitted: at(1) }];
	const all = latest(live, past);
	assert.deepEqual(all.map((t) => t.taskId), ["t2", "t10", "t9", "t1"]);
	assert.equal(all[1]!.progress, 1);
});
