import type { ComponentChildren } from "preact";
import { percent, word } from "./format.ts";

// Parts that several pages use.

const icons: Record<string, string> = {
	pending: "○", running: "◐", succeeded: "✓", failed: "✕", canceled: "⊘", starting: "○", ready: "●", degraded: "▲", suspect: "▲", dead: "✕", stopping: "◌", stopped: "○", lost: "✕",
};

// State shows a state by shape, word and colour.
export function State({ of }: { of: string | undefined }) {
	const w = word(of);
	return (
		<span class={`state ${w}`}>
			<span aria-hidden="true">{icons[w] ?? "?"}</span> {w}
		</span>
	);
}

// Bar shows a share of a whole, with the words for it.
export function Bar({ label, value, max, text }: { label: string; value: number; max: number; text: string }) {
	return (
		<span class="bar">
			<progress aria-label={label} value={Math.min(value, max)} max={max || 1} />
			<span class="num">{text}</span>
		</span>
	);
}

export function Progress({ label, share }: { label: string; share: number }) {
	return <Bar label={label} value={share} max={1} text={percent(share)} />;
}

// Table is a table with a caption; head are the titles of its columns, those of numbers with "#" before them.
export function Table({ caption, head, children }: { caption: string; head: string[]; children: ComponentChildren }) {
	return (
		<div class="scroll" tabIndex={0} role="region" aria-label={caption}>
			<table>
				<caption>{caption}</caption>
				<thead>
					<tr>
						{head.map((h) => (
							<th key={h} scope="col" class={h.startsWith("#") ? "num" : ""}>
								{h.replace(/^#/, "")}
							</th>
						))}
					</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</div>
	);
}

// Time is a moment, short; the whole of it is in its title.
export function Time({ at }: { at: string | undefined }) {
	if (!at) return <>–</>;
	const d = new Date(at);
	return (
		<time dateTime={at} title={d.toString()}>
			{d.toLocaleTimeString("en-GB")}
		</time>
	);
}
