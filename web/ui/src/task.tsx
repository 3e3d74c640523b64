import { state } from "./feed.ts";
import { bytes, count, duration, word } from "./format.ts";
import { Graph } from "./graph.tsx";
import { Progress, State, Table, Time } from "./parts.tsx";
import { took } from "./tasks.tsx";
import type { Problem } from "./types.ts";

// TaskPage is one task: its progress, its graph of values with the progress of each, and why it failed.
export function TaskPage({ id }: { id: string }) {
	const t = state.value.tasks.get(id);
	if (!t) return <p class="hint">No task {id}.</p>;
	const nodes = t.nodes ?? [];
	return (
		<>
			<dl class="totals">
				<div><dt>state</dt><dd><State of={t.state} /></dd></div>
				<div><dt>progress</dt><dd><Progress label="progress of the task" share={t.progress ?? 0} /></dd></div>
				<div><dt>subtasks</dt><dd>{count(t.subtasksDone)} of {count(t.subtasks)}, {count(t.subtasksRunning)} running, {count(t.subtasksRetried)} retried</dd></div>
				<div><dt>started</dt><dd><Time at={t.submitted} /></dd></div>
				<div><dt>took</dt><dd>{took(t)}</dd></div>
				<div><dt>busy</dt><dd>{duration(1000 * (t.busySeconds ?? 0))}</dd></div>
				<div><dt>session</dt><dd>{t.sessionId}</dd></div>
				{t.user && <div><dt>user</dt><dd>{t.user}</dd></div>}
			</dl>
			{t.waiting && <p class="hint">It waits: {t.waiting}.</p>}
			{t.problem && <Failure p={t.problem} />}
			{(t.calls ?? []).length > 0 && (
				<Table caption="Calls that run for long" head={["Operator", "Line", "Worker", "#Runs", "Progress"]}>
					{(t.calls ?? []).map((c, i) => (
						<tr key={i}>
							<th scope="row">{c.op || "a function"}</th>
							<td>{c.site || "–"}</td>
							<td>{c.worker}</td>
							<td class="num">{duration(1000 * (c.seconds ?? 0))}</td>
							<td>{c.progress ? <Progress label={`progress of call ${i}`} share={c.progress} /> : "–"}</td>
						</tr>
					))}
				</Table>
			)}
			{nodes.length > 0 && <Graph nodes={nodes} />}
			{(t.operators ?? []).length > 0 && (
				<Table caption="Operators" head={["Operator", "#Values", "#Subtasks", "#Busy", "#Made"]}>
					{(t.operators ?? []).map((u) => (
						<tr key={u.op}>
							<th scope="row">{u.op}</th>
							<td class="num">{count(u.values)}</td>
							<td class="num">{count(u.subtasks)}</td>
							<td class="num">{duration(1000 * (u.busySeconds ?? 0))}</td>
							<td class="num">{bytes(u.madeBytes)}</td>
						</tr>
					))}
				</Table>
			)}
			{nodes.length > 0 && <Table caption="Values" head={["#Value", "Operator", "State", "Progress", "#Subtasks", "Line"]}>
				{nodes.map((n, i) => {
					const share = n.subtasks ? (n.subtasksDone ?? 0) / n.subtasks : 0;
					return (
						<tr key={i}>
							<td class="num">{i}</td>
							<th scope="row">{n.op}</th>
							<td>{valueState(share, n.subtasks ?? 0)}</td>
							<td><Progress label={`progress of value ${i}, ${n.op}`} share={share} /></td>
							<td class="num">{count(n.subtasksDone)} of {count(n.subtasks)}</td>
							<td>{n.site || "–"}</td>
						</tr>
					);
				})}
			</Table>}
		</>
	);
}

// valueState is a value's state in a word.
export function valueState(share: number, subtasks: number): string {
	if (subtasks === 0) return "not planned";
	return share >= 1 ? "made" : share > 0 ? "running" : "waiting";
}

function Failure({ p }: { p: Problem }) {
	return (
		<section class="failure" aria-label="Why it failed">
			<h2>{word(p.kind)}: {p.op}</h2>
			<pre>{p.message}</pre>
			<p>
				{p.site && <>at <code>{p.site}</code> </>}
				{p.where && <>in <code>{p.where}</code></>}
			</p>
			{p.trace && (
				<details>
					<summary>Trace</summary>
					<pre>{p.trace}</pre>
				</details>
			)}
		</section>
	);
}
