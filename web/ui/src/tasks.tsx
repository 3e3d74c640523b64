import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { older, past, recall, state } from "./feed.ts";
import { latest } from "./fold.ts";
import { bytes, count, duration, word } from "./format.ts";
import { Progress, State, Table, Time } from "./parts.tsx";
import type { Task } from "./types.ts";

const filter = signal("");

// most is how many rows a table shows; what is hidden is said.
const most = 500;

// Tasks lists the sessions and all tasks.
export function Tasks() {
	const s = state.value;
	const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
	// What ends with its session is in the history from then on.
	useEffect(() => void recall(false), [s.epoch, [...s.sessions.keys()].join(" ")]);
	const tasks = latest(s.tasks.values(), past.value).filter((t) => {
		const text = `${t.taskId} ${t.name} ${t.sessionId} ${word(t.state)} ${t.problem?.message ?? ""}`.toLowerCase();
		return words.every((w) => text.includes(w));
	});
	return (
		<>
			<label class="filter">
				Filter tasks <input type="search" value={filter.value} placeholder="failed merge" onInput={(e) => (filter.value = e.currentTarget.value)} />
			</label>
			<TaskTable caption="Tasks" tasks={tasks} empty="No task yet. In Python: mars.tensor.ones(10).execute()" />
			{older.value && <p><button type="button" onClick={() => void recall(true)}>Show older tasks</button></p>}
			<Table caption="Sessions" head={["Session", "Client", "#Running tasks", "#Stored", "Since", "Used"]}>
				{[...s.sessions.values()].map((x) => (
					<tr key={x.sessionId}>
						<th scope="row">{x.sessionId}</th>
						<td>{x.client || "–"}</td>
						<td class="num">{count(x.tasks)}</td>
						<td class="num">{bytes(x.storedBytes)}</td>
						<td><Time at={x.created} /></td>
						<td><Time at={x.used} /></td>
					</tr>
				))}
			</Table>
		</>
	);
}

// took is how long a task has run, or ran.
export function took(t: Task): string {
	if (!t.submitted || (!t.ended && ["succeeded", "failed", "canceled"].includes(word(t.state)))) return "–"; // the supervisor ended while it ran
	return duration((t.ended ? Date.parse(t.ended) : Date.now()) - Date.parse(t.submitted));
}

export function TaskTable({ caption, tasks, empty }: { caption: string; tasks: Task[]; empty: string }) {
	if (tasks.length === 0) return <p class="hint">{empty}</p>;
	return (
		<>
			<Table caption={caption} head={["Task", "Name", "State", "Progress", "#Subtasks", "#Retried", "Started", "#Took", "What"]}>
				{tasks.slice(0, most).map((t) => (
					<tr key={t.taskId}>
						<th scope="row"><a href={`#/tasks/${encodeURIComponent(t.taskId ?? "")}`}>{t.taskId}</a></th>
						<td>{t.name}</td>
						<td><State of={t.state} /></td>
						<td><Progress label={`progress of ${t.taskId}`} share={t.progress ?? 0} /></td>
						<td class="num">{count(t.subtasksDone)} of {count(t.subtasks)}</td>
						<td class="num">{count(t.subtasksRetried)}</td>
						<td><Time at={t.submitted} /></td>
						<td class="num">{took(t)}</td>
						<td class="message">{t.problem?.message ?? t.waiting ?? ""}</td>
					</tr>
				))}
			</Table>
			{tasks.length > most && <p class="hint">Showing {count(most)} of {count(tasks.length)} tasks.</p>}
		</>
	);
}
