import { layout } from "./layout.ts";
import { valueState } from "./task.tsx";
import type { NodeProgress } from "./types.ts";

// Sizes of the drawing, in its own units.
const [W, H, dx, dy] = [150, 44, 170, 80];

// most is how many values are drawn; the table below shows all.
const most = 300;

// Graph draws the values of a task, inputs above what reads them, each filled by its progress.
export function Graph({ nodes }: { nodes: NodeProgress[] }) {
	if (nodes.length > most) return <p class="hint">The graph has {nodes.length} values, too many to draw; the table has them.</p>;
	const l = layout(nodes);
	const width = l.width * dx;
	const height = (l.ranks - 1) * dy + H + 16;
	const at = (i: number) => ({ x: width / 2 + l.places[i]!.x * dx, y: l.places[i]!.rank * dy + 8 });
	return (
		<div class="scroll" tabIndex={0} role="region" aria-label="Graph">
			<svg class="graph" viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={`Graph of ${nodes.length} values; the table below has the same facts`}>
				{nodes.flatMap((n, i) =>
					(n.inputs ?? []).map((k) => {
						const [a, b] = [at(k), at(i)];
						const m = (a.y + H + b.y) / 2;
						return <path key={`${k}-${i}`} class="edge" d={`M${a.x},${a.y + H} C${a.x},${m} ${b.x},${m} ${b.x},${b.y}`} />;
					}),
				)}
				{nodes.map((n, i) => {
					const share = n.subtasks ? (n.subtasksDone ?? 0) / n.subtasks : 0;
					const p = at(i);
					return (
						<g key={i} class={`value ${valueState(share, n.subtasks ?? 0).replace(" ", "-")}`} transform={`translate(${p.x - W / 2},${p.y})`}>
							<title>{`${n.op}: ${n.subtasksDone ?? 0} of ${n.subtasks ?? 0} subtasks ${n.site ?? ""}`}</title>
							<rect class="box" width={W} height={H} rx="4" />
							<rect class="fill" width={W * share} height={H} rx="4" />
							<text x={W / 2} y={19}>{short(n.op ?? "")}</text>
							<text class="sub" x={W / 2} y={35}>{`${n.subtasksDone ?? 0}/${n.subtasks ?? 0} ${valueState(share, n.subtasks ?? 0)}`}</text>
						</g>
					);
				})}
			</svg>
		</div>
	);
}

// short is a name that fits in a box.
function short(name: string): string {
	const last = name.split(".").slice(-1)[0] ?? name;
	return last.length > 20 ? last.slice(0, 19) + "…" : last;
}
