import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, count, digits, duration, percent, word } from "./format.ts";

const cases: [unknown, string][] = [
	[bytes(0), "0 B"], [bytes(undefined), "0 B"], [bytes(1023), "1023 B"], [bytes(1024), "1.00 KiB"], [bytes("1342177280"), "1.25 GiB"], [bytes(1048064), "1.00 MiB"],
	[digits(9.994), "9.99"], [digits(9.996), "10.0"], [digits(99.96), "100"], [digits(0), "0.00"],
	[count(1234567), "1,234,567"], [count(undefined), "0"],
	[duration(0), "0 ms"], [duration(350.4), "350 ms"], [duration(999.7), "1.0 s"], [duration(4200), "4.2 s"], [duration(59_960), "1m 00s"], [duration(64_000), "1m 04s"], [duration(7_500_000), "2h 05m"],
	[percent(0), "0 %"], [percent(0.999), "99 %"], [percent(1), "100 %"],
	[word("STATE_RUNNING"), "running"], [word("ERROR_KIND_OUT_OF_MEMORY"), "out of memory"], [word(undefined), "unknown"], [word("ROLE_WORKER"), "worker"],
];

for (const [got, want] of cases) test(want, () => assert.equal(got, want));
