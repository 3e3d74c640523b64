import { state } from "./feed.ts";
import { bytes, count, digits, word } from "./format.ts";
import { Bar, State, Table, Time } from "./parts.tsx";
import { TaskTable } from "./tasks.tsx";
import type { ClusterNode } from "./types.ts";

// lives says whether what a node said of itself is true of now.
const lives = (n: ClusterNode) => !["dead", "stopped", "lost"].includes(word(n.state));

const sum = (ns: ClusterNode[], f: (n: ClusterNode) => number) => ns.reduce((a, n) => a + f(n), 0);

// Cluster is the first page: what the cluster has and uses, its nodes, what runs, what went wrong.
export function Cluster() {
	const s = state.value;
	const nodes = [...s.nodes.values()].sort((a, b) => (a.role ?? "").localeCompare(b.role ?? "") || (a.address ?? "").localeCompare(b.address ?? ""));
	const workers = nodes.filter((n) => word(n.role) === "worker" && lives(n));
	const running = [...s.tasks.values()].filter((t) => ["pending", "running"].includes(word(t.state)));
	const failed = [...s.tasks.values()].filter((t) => word(t.state) === "failed");
	return (
		<>
			<dl class="totals">
				<Total name="workers" value={count(workers.length)} />
				<Total name="cores used" value={`${digits(sum(workers, (n) => n.coresUsed ?? 0))} of ${digits(sum(workers, (n) => n.cores ?? 0))}`} />
				<Total name="memory used" value={`${bytes(sum(workers, (n) => Number(n.memoryUsedBytes ?? 0)))} of ${bytes(sum(workers, (n) => Number(n.memoryBytes ?? 0)))}`} />
				<Total name="stored" value={bytes(sum(workers, (n) => Number(n.storedBytes ?? 0)))} />
				<Total name="spilled" value={bytes(sum(workers, (n) => Number(n.spilledBytes ?? 0)))} />
				<Total name="sessions" value={count(s.sessions.size)} />
			</dl>
			<Table caption="Nodes" head={["Address", "Role", "State", "Cores", "Memory", "#Stored", "#Spilled", "Slots", "#Queued", "Version", "Since"]}>
				{nodes.map((n) => (
					<NodeRow key={n.address ?? ""} n={n} />
				))}
			</Table>
			{workers.length === 0 && <p class="hint">No worker. Tasks wait until one comes: <code>mars-worker -s HOST:PORT</code></p>}
			<TaskTable caption="Running tasks" tasks={running} empty="Nothing runs." />
			{failed.length > 0 && <TaskTable caption="Failed tasks" tasks={failed.slice(-5)} empty="" />}
			{s.warnings.length > 0 && (
				<section aria-label="Warnings">
					<h2>Warnings</h2>
					<ul>
						{s.warnings.map((w, i) => (
							<li key={i}>
								<Time at={w.time} /> {w.text}
							</li>
						))}
					</ul>
				</section>
			)}
		</>
	);
}

function Total({ name, value }: { name: string; value: string }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{value}</dd>
		</div>
	);
}

function NodeRow({ n }: { n: ClusterNode }) {
	const name = n.address || "this process";
	const used = Number(n.memoryUsedBytes ?? 0);
	const all = Number(n.memoryBytes ?? 0);
	const bands = n.bands ?? [];
	if (!lives(n)) {
		return (
			<tr>
				<th scope="row">{name}</th>
				<td>{word(n.role)}</td>
				<td><State of={n.state} /></td>
				{[1, 2, 3, 4, 5, 6].map((i) => <td key={i}>–</td>)}
				<td>{n.version}</td>
				<td><Time at={n.started} /></td>
			</tr>
		);
	}
	return (
		<tr>
			<th scope="row">{name}</th>
			<td>{word(n.role)}</td>
			<td><State of={n.state} /></td>
			<td><Bar label={`cores used by ${name}`} value={n.coresUsed ?? 0} max={n.cores ?? 0} text={`${digits(n.coresUsed ?? 0)} of ${digits(n.cores ?? 0)}`} /></td>
			<td><Bar label={`memory used by ${name}`} value={used} max={all} text={`${bytes(used)} of ${bytes(all)}`} /></td>
			<td class="num">{bytes(n.storedBytes)}</td>
			<td class="num">{bytes(n.spilledBytes)}</td>
			<td>{bands.map((b) => `${b.name} ${b.slotsUsed ?? 0}/${b.slots ?? 0}`).join(", ") || "–"}</td>
			<td class="num">{count(bands.reduce((a, b) => a + (b.queued ?? 0), 0))}</td>
			<td>{n.version}</td>
			<td><Time at={n.started} /></td>
		</tr>
	);
}
