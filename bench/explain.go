package main

import (
	"fmt"
	"os"
	"strings"
)

// reasons reads why rows are short of their goals: lines "case: words" or "case, 2 cores: words"; # begins a
// comment.
func reasons(path string) (map[string]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for l := range strings.Lines(string(b)) {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		name, words, ok := strings.Cut(l, ": ")
		if !ok {
			return nil, fmt.Errorf("%s: %q is no \"case: words\"", path, l)
		}
		out[name] = words
	}
	return out, nil
}

// explained is a list of the rows that are short of their goals: by how much, where the time goes, and why.
func explained(rows []Row, why map[string]string) string {
	var b strings.Builder
	for i := 0; i < len(rows); {
		name := caseOf(rows[i])
		var short []string
		profile := ""
		for ; i < len(rows) && caseOf(rows[i]) == name; i++ {
			if x := rows[i]; !x.Pass {
				s := fmt.Sprintf("%.4g %s", x.Ours, x.Unit)
				if x.PeerName != "" {
					s = fmt.Sprintf("%.2g times %s", x.Ratio, x.PeerName)
				}
				short, profile = append(short, s+" of "+x.Goal), x.Profile
			}
		}
		if len(short) == 0 {
			continue
		}
		fmt.Fprintf(&b, "- **%s**: %s.", name, strings.Join(short, "; "))
		if profile != "" {
			fmt.Fprintf(&b, " Profile: %s.", profile)
		}
		words, ok := why[name]
		if !ok {
			words = why[rows[i-1].Case]
		}
		if words != "" {
			b.WriteString(" " + words)
		}
		b.WriteString("\n")
	}
	if b.Len() == 0 {
		return ""
	}
	return "Short of the goal:\n\n" + b.String() + "\n"
}
