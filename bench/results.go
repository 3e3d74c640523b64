package main

import (
	"fmt"
	"os"
	"path/filepath"
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
	why, err := reasons(filepath.Join(filepath.Dir(path), "why.txt"))
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	table := open + section(suite, r, why) + shut
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

func section(suite string, r *recorder, why map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n%s; commit %s; %s; peers of scripts/requirements-bench.txt.\n\n", suite, r.cpu, commits(r.rows), runtime.Version())
	if r.note != "" {
		b.WriteString(r.note + "\n\n")
	}
	b.WriteString("| case | n | ours | peer | ratio | goal | |\n|---|---:|---:|---:|---:|---|---|\n")
	for _, x := range r.rows {
		peer, ratio := "", ""
		if x.PeerName != "" {
			peer, ratio = fmt.Sprintf("%.4g (%s)", x.Peer, x.PeerName), fmt.Sprintf("%.3g", x.Ratio)
		}
		verdict := "holds"
		switch {
		case x.Goal == "": // it is only told
			verdict = ""
		case !x.Pass:
			verdict = "**short**"
		}
		fmt.Fprintf(&b, "| %s | %d | %s | %s | %s | %s | %s |\n", caseOf(x), x.N, oursOf(x), peer, ratio, x.Goal, verdict)
	}
	b.WriteString("\n" + explained(r.rows, why))
	return b.String()
}

func caseOf(x Row) string {
	switch x.Cores {
	case 0:
		return x.Case
	case 1:
		return x.Case + ", 1 core"
	default:
		return fmt.Sprintf("%s, %d cores", x.Case, x.Cores)
	}
}

func oursOf(x Row) string {
	if x.Ours == 0 && !x.Pass {
		return "" // the operator is not there
	}
	s := fmt.Sprintf("%.4g %s ± %.0f %%", x.Ours, x.Unit, 50*x.Spread)
	if x.Rate > 0 {
		s += fmt.Sprintf(", %.3g %s", x.Rate, x.RateUnit)
	}
	if x.Share > 0 {
		s += fmt.Sprintf(", %.0f %% of the limit", 100*x.Share)
	}
	return s
}
