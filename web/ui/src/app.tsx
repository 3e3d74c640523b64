import { signal, useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Cluster } from "./cluster.tsx";
import { ask, exposed, link, login, state, watch } from "./feed.ts";
import { route } from "./router.ts";
import { TaskPage } from "./task.tsx";
import { Tasks } from "./tasks.tsx";

const titles: Record<string, string> = { cluster: "Cluster", tasks: "Tasks" };
const says = { connecting: "connecting …", live: "live", broken: "no connection; trying again", token: "a token is needed" };

// App is the frame of all pages.
export function App() {
	const { page, id } = route.value;
	const title = id ? `Task ${id}` : (titles[page] ?? "Not found");
	useEffect(() => void ask(), []);
	useSignalEffect(() => {
		const r = route.value;
		watch(r.page === "tasks" && r.id ? `task:${r.id}` : "cluster");
		document.title = `${r.id || (titles[r.page] ?? "Not found")} – Mars`;
	});
	return (
		<>
			<a class="skip" href="#main" onClick={(e) => { e.preventDefault(); document.querySelector<HTMLElement>("h1")?.focus(); }}>Skip to content</a>
			<header>
				<strong>Mars</strong>
				<nav aria-label="Pages">
					<a href="#/" aria-current={page === "cluster" ? "page" : undefined}>Cluster</a>
					<a href="#/tasks" aria-current={page === "tasks" ? "page" : undefined}>Tasks</a>
					<a href="api">API</a>
				</nav>
				<span class={`link ${link.value}`} role="status">{says[link.value]}</span>
			</header>
			{exposed.value && (
				<p class="exposed" role="note">
					This cluster asks nobody who they are: whoever reaches this address may run programs, and read and write files, as it may itself.
					Start it with <code>--web-token-file</code>, or with <code>--security=strict</code>.
				</p>
			)}
			<main id="main">
				<h1 tabIndex={-1}>{title}</h1>
				{link.value === "token" ? <Token /> : !state.value.known && (page === "cluster" || page === "tasks") ? <Unknown /> : page === "cluster" ? <Cluster /> : page === "tasks" ? id ? <TaskPage id={id} /> : <Tasks /> : <p>There is no such page.</p>}
			</main>
		</>
	);
}

// Unknown stands in place of a page before the supervisor has said anything.
function Unknown() {
	return <p class="hint">{link.value === "broken" ? "The supervisor does not answer: nothing is known of the cluster." : "Waiting for the supervisor …"}</p>;
}

const wrong = signal(false);

// Token asks for the token of the supervisor.
function Token() {
	return (
		<form
			onSubmit={async (e) => {
				e.preventDefault();
				const token = String(new FormData(e.currentTarget).get("token") ?? "");
				wrong.value = !(await login(token));
			}}
		>
			<label>
				Token <input name="token" type="password" autocomplete="current-password" required />
			</label>{" "}
			<button type="submit">Open</button>
			{wrong.value && <p role="alert">The supervisor does not know this token.</p>}
		</form>
	);
}
