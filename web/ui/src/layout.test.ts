import assert from "node:assert/strict";
import { test } from "node:test";
import { crossings, layout } from "./layout.ts";

const graph = (...inputs: number[][]) => inputs.map((inputs) => ({ inputs }));

test("inputs stand above what reads them", () => {
	const g = graph([], [0], [0], [1, 2], [0, 3]);
	const l = layout(g);
	assert.deepEqual(l.places.map((p) => p.rank), [0, 1, 1, 2, 3]);
	assert.deepEqual([l.ranks, l.width], [4, 2]);
	assert.equal(l.places[1]!.x, -l.places[2]!.x);
});

test("crossed pairs are uncrossed", () => {
	const inputs = [[], [], [], [2], [1], [0]];
	assert.equal(crossings([[0, 1, 2], [3, 4, 5]], inputs), 3);
	const l = layout(graph(...inputs));
	const x = l.places.map((p) => p.x);
	assert.deepEqual([x[3], x[4], x[5]], [x[2], x[1], x[0]]);
});

test("an empty graph, one node, and inputs that are out of order", () => {
	assert.equal(layout([]).ranks, 0);
	assert.deepEqual(layout(graph([])).places, [{ rank: 0, x: 0 }]);
	assert.deepEqual(layout(graph([1], [7])).places.map((p) => p.rank), [0, 0]);
});
