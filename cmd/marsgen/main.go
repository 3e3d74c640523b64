// Command marsgen remakes what is generated from the registry of operators: ops/catalog.json, the Python
// functions with their stubs, and the status table of README.md.
//
// Floor 9.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/mars-project/mars-go/ops"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "marsgen:", err)
		os.Exit(1)
	}
}

func run() error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(ops.Catalog()); err != nil {
		return err
	}
	if err := os.WriteFile("ops/catalog.json", b.Bytes(), 0o644); err != nil {
		return err
	}
	if err := writePython(); err != nil {
		return err
	}
	text, err := os.ReadFile("README.md")
	if err != nil {
		return err
	}
	out, err := replace(string(text), table())
	if err != nil {
		return err
	}
	return os.WriteFile("README.md", []byte(out), 0o644)
}

const (
	open = "<!-- status -->\n"
	shut = "<!-- /status -->"
)

// replace puts a table between the marks.
func replace(text, table string) (string, error) {
	head, rest, ok := strings.Cut(text, open)
	if !ok {
		return "", fmt.Errorf("README.md has no %q", open)
	}
	_, tail, ok := strings.Cut(rest, shut)
	if !ok {
		return "", fmt.Errorf("README.md has no %q", shut)
	}
	return head + open + table + shut + tail, nil
}

// table counts operators by package.
func table() string {
	type row struct{ all, full int }
	rows := map[string]*row{"tensor": {}, "dataframe": {}}
	domain := func(name string) *row {
		d, _, _ := strings.Cut(name, ".")
		return rows[d]
	}
	for _, e := range ops.Catalog() {
		r := domain(e.Name)
		if r == nil {
			continue
		}
		if r.all++; len(e.Refused) == 0 {
			r.full++
		}
	}
	var b strings.Builder
	b.WriteString("| package | operators | all parameters | some refused by name |\n|---|---:|---:|---:|\n")
	for _, d := range []string{"tensor", "dataframe"} {
		r := rows[d]
		fmt.Fprintf(&b, "| %s | %d | %d | %d |\n", d, r.all, r.full, r.all-r.full)
	}
	return b.String()
}
