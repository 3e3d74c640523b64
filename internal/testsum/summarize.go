package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// An event is a line of "go test -json" (go doc test2json).
type event struct {
	Action, Package, ImportPath, Test, Output, FailedBuild string
	Elapsed                                                float64
}

// A counter follows one package.
type counter struct {
	passed, failed int
	parents        map[string]bool     // tests that have subtests: they are not counted
	output         map[string][]string // by test, "" for the package
	ended          map[string]string   // outcome by test
}

// summarize writes the summary of the events of r to w. A test counts once it has ended, one with subtests
// through these; a package that does not build or dies outside its tests counts as one failure.
func summarize(r io.Reader, w io.Writer) (passed, failed int, err error) {
	pkgs, builds := map[string]*counter{}, map[string][]string{}
	seen := false
	s := bufio.NewScanner(r)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		line := bytes.TrimSpace(s.Bytes())
		var e event
		if len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(w, "%s\n", line) // what go says beside the events
			continue
		}
		seen = true
		if e.Action == "build-output" {
			builds[e.ImportPath] = append(builds[e.ImportPath], e.Output)
			continue
		}
		if e.Package == "" {
			continue
		}
		c := pkgs[e.Package]
		if c == nil {
			c = &counter{0, 0, map[string]bool{}, map[string][]string{}, map[string]string{}}
			pkgs[e.Package] = c
		}
		switch e.Action {
		case "output":
			c.output[e.Test] = append(c.output[e.Test], e.Output)
		case "run":
			if i := strings.LastIndexByte(e.Test, '/'); i > 0 {
				c.parents[e.Test[:i]] = true
			}
		case "pass", "fail", "skip":
			if e.Test != "" {
				c.ended[e.Test] = e.Action
				if e.Action == "pass" {
					delete(c.output, e.Test)
				}
				continue
			}
			p, f := c.end(e, builds, w)
			passed, failed = passed+p, failed+f
			delete(pkgs, e.Package)
		}
	}
	if err := s.Err(); err != nil {
		return passed, failed, err
	}
	for name := range pkgs {
		fmt.Fprintf(w, "FAIL  %s did not end\n", name)
		failed++
	}
	if !seen {
		fmt.Fprintln(w, "FAIL  no tests ran")
		failed++
	}
	return passed, failed, nil
}

// end shows the package and counts its tests.
func (c *counter) end(e event, builds map[string][]string, w io.Writer) (passed, failed int) {
	for test, outcome := range c.ended {
		switch {
		case outcome == "fail" && (!c.parents[test] || !c.childFailed(test)):
			failed++
		case outcome == "pass" && !c.parents[test]:
			passed++
		}
	}
	if e.Action != "fail" {
		if len(c.ended) > 0 {
			fmt.Fprintf(w, "ok    %-60s %4d tests %7.1f s\n", e.Package, passed, e.Elapsed)
		}
		return passed, failed
	}
	failed = max(failed, 1)
	fmt.Fprintf(w, "FAIL  %-60s %4d of %d tests %7.1f s\n", e.Package, failed, passed+failed, e.Elapsed)
	for _, out := range builds[e.FailedBuild] {
		fmt.Fprint(w, "      ", out)
	}
	for _, test := range append(c.failures(), "") {
		for _, out := range c.output[test] {
			fmt.Fprint(w, "      ", out)
		}
	}
	return passed, failed
}

func (c *counter) childFailed(parent string) bool {
	for test, outcome := range c.ended {
		if outcome == "fail" && strings.HasPrefix(test, parent+"/") {
			return true
		}
	}
	return false
}

// failures are the tests that failed or did not end, in name order.
func (c *counter) failures() []string {
	var names []string
	for test := range c.output {
		if test != "" && c.ended[test] != "pass" && c.ended[test] != "skip" {
			names = append(names, test)
		}
	}
	slices.Sort(names)
	return names
}
