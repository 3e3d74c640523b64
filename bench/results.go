package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
)

// writeResults replaces the table of a suite in a Markdown file.
func writeResults(path, suite string, r *recorder) error {
	open, shut := "<!-- "+suite+" -->\n", "<!-- /"+suite+" -->\n"
	old, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	text := string(old)
	if text == "" {
		text = "# Results\n\nMade by `make bench`; medians. A ratio says how many times better than the peer in the same run.\n"
	}
	table := open + section(suite, r) + shut
	if a := strings.Index(text, open); a >= 0 {
		b := strings.Index(text, shut)
		if b < a {
			return fmt.Errorf("%s has %q without %q", path, open, shut)
		}
		text = text[:a] + table + text[b+len(shut):]
	} else {
		text += "\n" + table
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

func section(suite string, r *recorder) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s; commit %s; %s; peers of scripts/requirements-bench.txt.\n\n", suite, r.cpu, r.commit, runtime.Version())
	b.WriteString("| case | n | ours | peer | ratio | goal | |\n|---|---:|---:|---:|---:|---|---|\n")
	for _, x := range r.rows {
		peer, ratio := "", ""
		if x.PeerName != "" {
			peer, ratio = fmt.Sprintf("%.4g (%s)", x.Peer, x.PeerName), fmt.Sprintf("%.3g", x.Ratio)
		}
		verdict := "holds"
		if !x.Pass {
			verdict = "**missed**"
		}
		fmt.Fprintf(&b, "| %s | %d | %.4g %s ± %.0f %% | %s | %s | %s | %s |\n", x.Case, x.N, x.Ours, x.Unit, 50*x.Spread, peer, ratio, x.Goal, verdict)
	}
	b.WriteString("\n")
	return b.String()
}
