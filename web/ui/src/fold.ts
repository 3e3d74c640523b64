import type { Batch, ClusterNode, Session, Task, Warning } from "./types.ts";

// State is what the page knows of the cluster. It is never changed; fold makes the next one.
export interface State {
	seq: number;
	epoch: string;
	nodes: ReadonlyMap<string, ClusterNode>;
	sessions: ReadonlyMap<string, Session>;
	tasks: ReadonlyMap<string, Task>;
	warnings: readonly (Warning & { time: string })[];
	// known says that a snapshot has come: before one nothing can be said, not even that there is nothing.
	known: boolean;
}

export const nothing: State = { seq: 0, epoch: "", nodes: new Map(), sessions: new Map(), tasks: new Map(), warnings: [], known: false };

// maxWarnings is how many warnings are kept, newest first.
const maxWarnings = 20;

// latest are live tasks and those of the history, each once, the latest first. What is live is newer.
export function latest(live: Iterable<Task>, past: Iterable<Task>): Task[] {
	const all = new Map<string, Task>();
	for (const list of [past, live]) for (const t of list) all.set(t.taskId ?? "", t);
	const at = (t: Task) => (t.submitted ? Date.parse(t.submitted) : Infinity);
	const n = (t: Task) => Number(/\d+/.exec(t.taskId ?? "")?.[0] ?? 0);
	return [...all.values()].sort((a, b) => at(b) - at(a) || n(b) - n(a));
}

// fold adds events to a state. A snapshot is folded into nothing; so is a delta of another epoch, whose supervisor knows nothing of before.
export function fold(old: State, batch: Batch, snapshot: boolean): State {
	const from = snapshot || batch.epoch !== old.epoch ? nothing : old;
	const nodes = new Map(from.nodes);
	const sessions = new Map(from.sessions);
	const tasks = new Map(from.tasks);
	let warnings = from.warnings;
	for (const e of batch.events) {
		if (e.node?.address !== undefined || e.node?.role) nodes.set(e.node.address ?? "", e.node);
		if (e.session?.sessionId) {
			if (e.session.closed) {
				sessions.delete(e.session.sessionId);
				for (const [id, t] of tasks) if (t.sessionId === e.session.sessionId) tasks.delete(id);
			} else {
				sessions.set(e.session.sessionId, e.session);
			}
		}
		if (e.task?.taskId) tasks.set(e.task.taskId, e.task);
		if (e.warning) warnings = [{ ...e.warning, time: e.time ?? "" }, ...warnings].slice(0, maxWarnings);
	}
	return { seq: batch.seq, epoch: batch.epoch, nodes, sessions, tasks, warnings, known: true };
}
