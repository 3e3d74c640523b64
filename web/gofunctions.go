package web

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// ofGo reports a label of functions in Go: those are part of a worker's program, and run where there are no
// others.
func ofGo(label string) bool {
	return strings.HasPrefix(label, "go:") || strings.HasPrefix(label, "closure:")
}

// goServed looks for a worker whose program has a function. Where workers are still to come somebody will
// tell then. Invalid: it is a closure, or no worker has it; the words say what they have instead.
func goServed(nodes []service.NodeInfo, label string) error {
	if strings.HasPrefix(label, "closure:") {
		return errs.New(errs.Invalid, "a closure cannot travel to workers: register it under a name with RowFunc, in a program that is both yours and theirs, or run it in a session of mars.Local")
	}
	name, want, _ := strings.Cut(strings.TrimPrefix(label, "go:"), " ")
	var lacks []string
	for i := range nodes {
		n := &nodes[i]
		if n.Role != "worker" || n.State > service.Suspect {
			continue
		}
		if _, ok := n.Labels[label]; ok {
			return nil
		}
		lacks = append(lacks, n.Node+" "+instead(n.Labels, name))
	}
	if len(lacks) == 0 {
		return nil
	}
	slices.Sort(lacks)
	return errs.New(errs.Invalid, "no worker has the function %s, which is %s in your program: %s; start workers of a program that registers it, as mars.Main makes one",
		name, want, brief(lacks))
}

// instead is what a worker has under the name of a function, or how many others it has.
func instead(labels map[string]string, name string) string {
	n := 0
	for l := range labels {
		if other, ok := strings.CutPrefix(l, "go:"+name+" "); ok {
			return "has it as " + other
		}
		if strings.HasPrefix(l, "go:") {
			n++
		}
	}
	if n == 0 {
		return "has no functions in Go"
	}
	return fmt.Sprintf("has %d others", n)
}

// wasmServed looks for a worker that runs WebAssembly, as all do that are not told otherwise.
func wasmServed(nodes []service.NodeInfo) error {
	var none []string
	for _, n := range lacking(nodes, "wasm") {
		none = append(none, n.Node+": "+cmp.Or(n.Labels["functions"], "it is of an older version"))
	}
	if len(none) == 0 {
		return nil
	}
	slices.Sort(none)
	return errs.New(errs.Invalid, "no worker runs WebAssembly: %s", brief(none))
}
