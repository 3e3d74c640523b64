import type { NodeProgress } from "./types.ts";

// Places of the values of a graph in layers: inputs above what reads them.

export interface Placed {
	rank: number; // layer, from 0
	x: number; // place in the layer, centred around 0
}

export interface Layout {
	places: Placed[];
	ranks: number;
	width: number; // places of the widest layer
}

// layout ranks nodes by their longest way from a source, and orders each layer by the medians of its neighbours, down and up in turn; the order with
// the fewest crossings is kept. (Sugiyama, Tagawa and Toda 1981; Gansner et al. 1993.)
export function layout(nodes: readonly NodeProgress[], sweeps = 12): Layout {
	const inputs = nodes.map((n, i) => (n.inputs ?? []).filter((k) => k < i));
	const rank = nodes.map(() => 0);
	const readers: number[][] = nodes.map(() => []);
	inputs.forEach((ins, i) => {
		for (const k of ins) {
			rank[i] = Math.max(rank[i]!, rank[k]! + 1);
			readers[k]!.push(i);
		}
	});
	const layers: number[][] = [];
	rank.forEach((r, i) => (layers[r] ??= []).push(i));
	let best = layers.map((l) => [...l]);
	let fewest = crossings(best, inputs);
	for (let s = 0; s < sweeps && fewest > 0; s++) {
		const down = s % 2 === 0;
		const order = down ? layers.keys() : [...layers.keys()].reverse();
		for (const r of order) sortByMedians(layers, r, down ? inputs : readers);
		const c = crossings(layers, inputs);
		if (c < fewest) {
			fewest = c;
			best = layers.map((l) => [...l]);
		}
	}
	const places: Placed[] = nodes.map(() => ({ rank: 0, x: 0 }));
	best.forEach((l, r) => l.forEach((i, k) => (places[i] = { rank: r, x: k - (l.length - 1) / 2 })));
	return { places, ranks: best.length, width: Math.max(1, ...best.map((l) => l.length)) };
}

function positions(layers: number[][]): Map<number, number> {
	const at = new Map<number, number>();
	for (const l of layers) l.forEach((i, k) => at.set(i, k - (l.length - 1) / 2));
	return at;
}

function sortByMedians(layers: number[][], r: number, neighbours: number[][]): void {
	const at = positions(layers);
	const median = new Map<number, number>();
	for (const i of layers[r]!) {
		const ps = neighbours[i]!.map((k) => at.get(k)!).sort((a, b) => a - b);
		median.set(i, ps.length ? ps[Math.floor((ps.length - 1) / 2)]! : at.get(i)!);
	}
	layers[r]!.sort((a, b) => median.get(a)! - median.get(b)! || at.get(a)! - at.get(b)!);
}

// crossings counts pairs of edges between the same two layers that cross.
export function crossings(layers: number[][], inputs: number[][]): number {
	const at = positions(layers);
	let n = 0;
	for (const l of layers) {
		const edges = l.flatMap((i) => inputs[i]!.map((k) => [at.get(k)!, at.get(i)!] as const));
		for (let a = 0; a < edges.length; a++)
			for (let b = a + 1; b < edges.length; b++) {
				const [p, q] = [edges[a]!, edges[b]!];
				if ((p[0] - q[0]) * (p[1] - q[1]) < 0) n++;
			}
	}
	return n;
}
