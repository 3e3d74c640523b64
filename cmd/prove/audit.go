package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/mars-project/mars-go/internal/lint"
	"github.com/mars-project/mars-go/ops"
)

type audited struct {
	Skips            int      `json:"skips"`
	Todos            int      `json:"todos"`
	FilesOver800     int      `json:"files_over_800"`
	PackagesNoDoc    int      `json:"packages_without_doc"`
	Ops              opsCount `json:"ops"`
	FailingOps       []string `json:"failing_ops,omitempty"`
	UntestedOps      int      `json:"untested_ops"`
	NamesOfReference int      `json:"names_of_reference"`
	MedianCost       float64  `json:"median_cost"`         // lines of code of a name that is a recipe
	MedianCostOfUsed float64  `json:"median_cost_of_used"` // of those that programs use most
}

// opsCount counts the names programs may call: full are operators that honour every parameter and whose
// goldens all pass, partial those that refuse some or are tested by other operators only, none the names that
// are not there.
type opsCount struct {
	Full    int `json:"full"`
	Partial int `json:"partial"`
	None    int `json:"none"`
}

// audit prints which traits each operator has, and counts what should not be there, and the operators by what
// their tests say.
func audit(_ context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	quick := f.Bool("small", false, "without running the tests of operators: the counts of ops are those of signatures")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	out := &audited{NamesOfReference: len(ops.API())}
	r, err := lint.Load(".")
	if err != nil {
		return nil, false, err
	}
	skips, err := lint.CheckSkips(r)
	if err != nil {
		return nil, false, err
	}
	out.Skips = len(skips)
	floors, err := lint.Table()
	if err != nil {
		return nil, false, err
	}
	out.PackagesNoDoc = len(lint.CheckDocs(r, floors))
	if err := sources(func(path, text string) {
		out.Todos += len(unfinished.FindAllString(text, -1))
		if strings.Count(text, "\n") > 800 && !generated.MatchString(text) {
			out.FilesOver800++
		}
	}); err != nil {
		return nil, false, err
	}
	fmt.Print(ops.Matrix())
	cs, err := costs("./tensor/...", "./dataframe/...")
	if err != nil {
		return nil, false, err
	}
	printCosts(os.Stdout, cs)
	out.MedianCost, out.MedianCostOfUsed, _ = medians(cs)
	passed, failed := map[string]bool{}, map[string]bool{}
	if !*quick {
		if passed, failed, err = covered(); err != nil {
			return nil, false, err
		}
	}
	for _, e := range ops.Catalog() {
		switch {
		case failed[e.Name]:
			out.FailingOps = append(out.FailingOps, e.Name)
			out.Ops.Partial++
		case len(e.Refused) == 0 && (passed[e.Name] || *quick):
			out.Ops.Full++
		default:
			out.Ops.Partial++
		}
		if !passed[e.Name] && !failed[e.Name] && !*quick {
			out.UntestedOps++
		}
	}
	out.Ops.None = len(ops.Missing())
	return out, out.Skips+out.Todos+out.FilesOver800+out.PackagesNoDoc+len(out.FailingOps) == 0, nil
}

var (
	unfinished = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME|XX` + `X)\b`)
	generated  = regexp.MustCompile(`(?m)^(//|#) Code generated .* DO NOT EDIT\.$`)
)

// sources calls f with every source file that people write.
func sources(f func(path, text string)) error {
	return filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if n := d.Name(); path != "." && (strings.HasPrefix(n, ".") || n == "gen" || n == "node_modules" || n == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(path) {
		case ".go", ".py", ".sh", ".ts", ".proto":
		default:
			return nil
		}
		b, err := os.ReadFile(path)
		f(path, string(b))
		return err
	})
}

// covered runs the tests of operators, which say by MARS_COVERED which operators' answers were compared and
// how that went.
func covered() (passed, failed map[string]bool, err error) {
	file, err := os.CreateTemp("", "mars-covered-")
	if err != nil {
		return nil, nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	cmd := exec.Command("go", "test", "-count=1", "./tensor/...", "./dataframe/...")
	cmd.Env = append(os.Environ(), "MARS_COVERED="+file.Name())
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		return nil, nil, err
	}
	passed, failed = map[string]bool{}, map[string]bool{}
	for sc := bufio.NewScanner(file); sc.Scan(); {
		var name, how string
		if _, err := fmt.Sscan(sc.Text(), &name, &how); err != nil {
			return nil, nil, err
		}
		if how == "pass" {
			passed[name] = true
		} else {
			failed[name] = true
		}
	}
	return passed, failed, nil
}
