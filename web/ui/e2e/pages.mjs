// The pages in a browser, against a cluster that runs: node pages.mjs MARS FOLDER. MARS is the program mars; pictures of the pages go to FOLDER.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [mars, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// serve starts a cluster.
async function serve(...args) {
	const child = spawn(mars, ["local", "--port", "0", "--parent-pipe", "--log-level", "error", ...args], { stdio: ["pipe", "pipe", "inherit"] });
	for await (const line of createInterface({ input: child.stdout })) return { ...JSON.parse(line), end: () => child.stdin.end() };
	throw new Error(`${mars} ended`);
}

async function call(method, body) {
	const headers = { "Content-Type": "application/json", Authorization: `Bearer ${cluster.token}` };
	const r = await fetch(`${cluster.url}/mars.v1.${method}`, { method: "POST", headers, body: JSON.stringify(body) });
	const answer = await r.json();
	assert.ok(r.ok, `${method}: ${JSON.stringify(answer)}`);
	return answer;
}

const ints = (...v) => ({ ints: { v, kind: "SEQUENCE_TUPLE" } });

// submit runs sum(ones(n) + ones(n)) in chunks of 10, or what only fails when it runs.
async function submit(sessionId, requestId, n, fails) {
	const nodes = [
		{ id: "a", op: "tensor.ones", attrs: { shape: ints(n), chunk_size: ints(10) }, site: "report.py:3" },
		{ id: "b", op: "tensor.add", inputs: [{ node: 0 }, { node: 0 }], site: "report.py:4" },
		{ id: "c", op: "tensor.sum", inputs: [{ node: 1 }], site: "report.py:5" },
	];
	const chosen = !fails ? nodes : [
		nodes[0],
		{ id: "d", op: "dataframe.series_from_tensor", inputs: [{ node: 0 }], site: "report.py:8" },
		{ id: "e", op: "dataframe.to_csv", inputs: [{ node: 1 }], attrs: { path_or_buf: { s: "/proc/nowhere/x.csv" } }, site: "report.py:9" },
	];
	return call("TaskService/Submit", {
		sessionId, requestId, waitMs: 5000, options: { noFusion: true },
		graph: { version: 1, opsets: { tensor: 1, dataframe: 1 }, nodes: chosen, targets: [{ node: chosen.length - 1 }] },
	});
}

// accessible runs axe over the page, light and dark, and takes pictures.
async function accessible(page, name) {
	for (const colorScheme of ["light", "dark"]) {
		await page.emulateMedia({ colorScheme });
		await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
		const { violations } = await page.evaluate(async (source) => {
			(0, eval)(source);
			return globalThis.axe.run();
		}, axe).catch(async (e) => {
			throw new Error(`${name}: ${e}`);
		});
		assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(" ")}`), [], `${name}, ${colorScheme}`);
	}
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--disable-background-networking", "--disable-gpu"] });
const history = mkdtempSync(join(tmpdir(), "mars-history-"));
let cluster = await serve("--n-worker", "2", "--n-cpu", "2", "--history-dir", history); // draws a token
let passed = 0;

async function check(name, f) {
	await f();
	passed++;
	console.log(`ok ${name}`);
}

try {
	const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1200, height: 800 } });
	const page = await context.newPage();
	const errors = [];
	page.on("pageerror", (e) => errors.push(String(e)));
	page.on("console", (m) => m.type() === "error" && errors.push(m.text()));
	const { session } = await call("SessionService/CreateSession", { client: "pages.mjs" });
	const row = (caption, text) => page.locator("table", { has: page.locator("caption", { hasText: caption }) }).locator("tbody tr", { hasText: text });

	await check("a token is asked for and kept", async () => {
		await page.goto(cluster.url);
		await page.getByLabel("Token").fill("wrong");
		await page.getByRole("button", { name: "Open" }).click();
		await page.getByRole("alert").waitFor();
		await accessible(page, "token");
		await page.getByLabel("Token").fill(cluster.token);
		await page.getByRole("button", { name: "Open" }).click();
		await page.getByText("live", { exact: true }).waitFor();
		await page.reload();
		await page.getByText("live", { exact: true }).waitFor();
		errors.length = 0; // refusals, as they should be
	});

	await check("a server below a path: the link with the token leads to its pages, which are live", async () => {
		const below = await serve("--web-prefix", "/mars/ns/x");
		try {
			const own = await (await browser.newContext()).newPage();
			const wrong = [];
			own.on("response", (r) => r.status() >= 400 && wrong.push(`${r.status()} ${r.url()}`));
			await own.goto(`${below.url}/login?token=${below.token}`);
			assert.equal(own.url(), `${below.url}/`);
			await own.getByText("live", { exact: true }).waitFor();
			assert.deepEqual(wrong, []);
			const [kept] = await own.context().cookies();
			assert.equal(kept.path, "/mars/ns/x/"); // other servers of the host do not get it
			await own.goto(below.url); // without a slash at the end
			await own.getByText("live", { exact: true }).waitFor();
			await own.context().close();
		} finally {
			below.end();
		}
	});

	await check("the cluster has its workers with cores and memory", async () => {
		await page.goto(cluster.url);
		await page.getByText("live", { exact: true }).waitFor();
		await row("Nodes", "worker-1").waitFor();
		const text = await row("Nodes", "worker-0").innerText();
		assert.match(text, /ready/);
		assert.match(text, /[0-9.]+ of [0-9.]+/);
		assert.match(text, /of [0-9.]+ [GM]iB/);
		assert.doesNotMatch(text, /(^|\s)-\d/);
		await accessible(page, "cluster");
	});

	await check("a task comes by itself, ends, and has its graph with progress", async () => {
		await page.getByRole("link", { name: "Tasks" }).click();
		await page.getByRole("heading", { name: "Tasks" }).waitFor();
		const { taskId } = await submit(session.sessionId, "one", 2000, false);
		const r = row("Tasks", "succeeded");
		await r.waitFor();
		assert.match(await r.innerText(), /100 %/);
		await accessible(page, "tasks");
		await page.getByRole("link", { name: taskId, exact: true }).click();
		await page.locator("svg.graph g.value.made").first().waitFor();
		assert.equal(await page.locator("svg.graph g.value.made").count(), 3);
		assert.match(await row("Values", "sum").innerText(), /made[\s\S]*100 %[\s\S]*report.py:5/);
		await accessible(page, "task");
	});

	await check("progress moves while a task runs", async () => {
		const seen = new Set();
		await page.goto(`${cluster.url}/#/tasks`);
		const done = submit(session.sessionId, "two", 400_000, false);
		const cell = page.locator("table", { has: page.locator("caption", { hasText: "Tasks" }) }).locator("tbody tr").first();
		for (let over = false; !over; ) {
			const text = await cell.innerText();
			seen.add(/\d+ %/.exec(text)?.[0]);
			over = /succeeded/.test(text) && /of 4|of 5/.test(text);
		}
		await done;
		assert.ok(seen.size > 2, `saw only ${[...seen]}`);
	});

	await check("a failed task says why, with the user's line", async () => {
		const { taskId } = await submit(session.sessionId, "three", 40, true);
		await page.goto(`${cluster.url}/#/tasks/${taskId}`);
		const why = page.getByRole("region", { name: "Why it failed" });
		await why.waitFor();
		const text = await why.innerText();
		assert.match(text, /\/proc\/nowhere/);
		assert.match(text, /report.py:9/);
		await accessible(page, "failed");
		await page.goto(`${cluster.url}/#/`);
		await row("Failed tasks", taskId).waitFor();
	});

	await check("tasks of a closed session stay, from the history", async () => {
		await page.goto(`${cluster.url}/#/tasks`);
		await row("Sessions", session.sessionId).waitFor();
		await call("SessionService/CloseSession", { sessionId: session.sessionId });
		await row("Sessions", session.sessionId).waitFor({ state: "detached" });
		await row("Tasks", "failed").waitFor();
		assert.equal(await row("Tasks", "succeeded").count(), 2);
		await row("Tasks", "failed").getByRole("link").click();
		const text = await page.getByRole("region", { name: "Why it failed" }).innerText();
		assert.match(text, /report.py:9/);
		await row("Operators", "dataframe.to_csv").waitFor();
		await accessible(page, "past");
	});

	await check("nothing is claimed before the first snapshot, and history outlives the supervisor", async () => {
		cluster.end();
		await page.getByText("no connection").waitFor();
		errors.length = 0; // of the connection
		cluster = await serve("--n-worker", "1", "--n-cpu", "1", "--history-dir", history);
		await context.addCookies([{ name: "mars-token", value: cluster.token, url: cluster.url }]);
		let go;
		const held = new Promise((resolve) => (go = resolve));
		await page.route("**/api/v1/events*", async (route) => { await held; await route.continue(); });
		await page.goto(`${cluster.url}/#/`);
		await page.getByText("Waiting for the supervisor").waitFor();
		assert.equal(await page.getByText("No worker").count(), 0);
		go();
		await row("Nodes", "worker-0").waitFor();
		await page.unroute("**/api/v1/events*");
		await page.goto(`${cluster.url}/#/tasks`);
		await row("Tasks", "failed").waitFor();
		assert.equal(await row("Tasks", "succeeded").count(), 2);
	});

	await check("a broken connection is said", async () => {
		await page.goto(`${cluster.url}/#/`);
		await page.getByText("live", { exact: true }).waitFor();
		const before = [...errors];
		cluster.end();
		await page.getByText("no connection").waitFor();
		assert.deepEqual(before, []);
	});
	console.log(`${passed} passed, 0 failed`);
} finally {
	cluster.end();
	await browser.close();
	rmSync(history, { recursive: true, force: true });
}
