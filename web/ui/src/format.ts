// Numbers and times as people read them: three digits, binary bytes.

const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

// bytes is "1.25 GiB".
export function bytes(n: number | string | undefined): string {
	let v = Number(n ?? 0);
	let u = 0;
	while (v >= 1023.5 && u < units.length - 1) {
		v /= 1024;
		u++;
	}
	return `${u === 0 ? v : digits(v)} ${units[u]}`;
}

// digits is v with three significant digits, never in exponents.
export function digits(v: number): string {
	if (v >= 99.95) return v.toFixed(0);
	return v >= 9.995 ? v.toFixed(1) : v.toFixed(2);
}

// count is "1,234,567".
export function count(n: number | undefined): string {
	return (n ?? 0).toLocaleString("en-US");
}

// duration of milliseconds: "350 ms", "4.2 s", "1m 04s", "2h 05m".
export function duration(ms: number): string {
	if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
	if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
	const s = Math.round(ms / 1000);
	if (s < 3600) return `${Math.floor(s / 60)}m ${pad(s % 60)}s`;
	return `${Math.floor(s / 3600)}h ${pad(Math.floor(s / 60) % 60)}m`;
}

function pad(n: number): string {
	return String(n).padStart(2, "0");
}

// percent of a share from 0 to 1: never "100 %" before the end.
export function percent(share: number): string {
	return `${share >= 1 ? 100 : Math.min(99, Math.floor(share * 100))} %`;
}

// word is the state of an enum: "STATE_RUNNING" is "running".
export function word(state: string | undefined): string {
	return (state ?? "").replace(/^[A-Z]+_(KIND_)?/, "").toLowerCase().replaceAll("_", " ") || "unknown";
}
