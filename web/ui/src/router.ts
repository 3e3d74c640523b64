import { signal } from "@preact/signals";

// A Route is a page: its name and what it is about. Routes live behind "#", so that the page works below any path of a proxy.
export interface Route {
	page: string;
	id: string;
}

export function parse(hash: string): Route {
	const [page = "", id = ""] = hash.replace(/^#?\/?/, "").split("/");
	return { page: page || "cluster", id: decodeURIComponent(id) };
}

export const route = signal<Route>(parse(location.hash));

addEventListener("hashchange", () => {
	route.value = parse(location.hash);
	document.querySelector<HTMLElement>("h1")?.focus();
});
