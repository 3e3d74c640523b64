import { signal } from "@preact/signals";
import { fold, nothing } from "./fold.ts";
import type { Batch, Task, TaskPage } from "./types.ts";

// state is what the page shows; link says how it is connected.
export const state = signal(nothing);
export const link = signal<"connecting" | "live" | "broken" | "token">("connecting");

// exposed says that everybody who reaches this server may use it.
export const exposed = signal(false);

// ask asks the server, once, whether that is so: what its health says needs no token.
export async function ask(): Promise<void> {
	try {
		const r = await fetch("healthz");
		exposed.value = r.headers.get("Mars-Access") === "open";
	} catch {
		// it does not answer: the stream of events says so
	}
}

let source: EventSource | undefined;
let scope = "";

// watch follows a scope: "cluster" or "task:ID". A tab has one stream, for browsers open six connections to a host and no more; one that
// nobody looks at has none.
export function watch(wanted: string): void {
	if (wanted === scope) return;
	scope = wanted;
	state.value = nothing;
	open();
}

function open(): void {
	source?.close();
	source = undefined;
	if (document.hidden || !scope) return;
	link.value = "connecting";
	const since = state.value.seq ? `&since=${state.value.epoch}.${state.value.seq}` : "";
	const s = new EventSource(`api/v1/events?scope=${encodeURIComponent(scope)}${since}`);
	source = s;
	const take = (snapshot: boolean) => (m: MessageEvent<string>) => {
		link.value = "live";
		state.value = fold(state.value, JSON.parse(m.data) as Batch, snapshot);
	};
	s.addEventListener("snapshot", take(true));
	s.addEventListener("delta", take(false));
	s.onerror = () => {
		if (link.value !== "token") link.value = "broken";
		if (s.readyState === EventSource.CLOSED) void again(s);
	};
}

// again finds out why a stream was refused, and opens it again in a while.
async function again(s: EventSource): Promise<void> {
	try {
		const r = await fetch("api/v1/log?follow=0&tail=0", { method: "HEAD" });
		if (r.status === 401) {
			link.value = "token";
			return;
		}
	} catch {
		// the supervisor does not answer: tried again below
	}
	setTimeout(() => {
		if (source === s) open();
	}, 2000);
}

document.addEventListener("visibilitychange", open);

// past are tasks of the history, as far as it was asked for; older is the token of the next page, empty at the end.
export const past = signal<readonly Task[]>([]);
export const older = signal("");

// recall asks for a page of the history: the latest tasks, or those before the last one that is known.
export async function recall(more: boolean): Promise<void> {
	try {
		const r = await fetch(`api/v1/tasks?page_size=100${more ? `&page_token=${encodeURIComponent(older.value)}` : ""}`);
		if (!r.ok) return;
		const page = (await r.json()) as TaskPage;
		past.value = [...(more ? past.value : []), ...(page.tasks ?? [])];
		older.value = page.nextPageToken ?? "";
	} catch {
		// it does not answer: the stream of events says so
	}
}

// login keeps a token for this browser. It answers whether the server knows it.
export async function login(token: string): Promise<boolean> {
	const r = await fetch("api/v1/login", { method: "POST", headers: { Authorization: `Bearer ${token}` } });
	if (!r.ok) return false;
	open();
	return true;
}
