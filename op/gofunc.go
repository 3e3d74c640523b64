package op

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// A GoFunc is a function in Go that a program has registered under a name. Workers that have it say so by its
// label; a graph carries the name alone.
type GoFunc struct {
	Name      string
	Signature string // what it takes and gives: equal names with other signatures are other functions
	// Deterministic: equal results for equal arguments, so that equal calls are computed once.
	Deterministic bool
	F             any // what its package calls
	at            string
}

// A FuncOption says more of a function in Go that is registered.
type FuncOption func(*GoFunc)

// Deterministic says that a function gives equal results for equal arguments, so that equal calls are
// computed once. Of others nothing is assumed, and no two calls share a result.
func Deterministic() FuncOption { return func(f *GoFunc) { f.Deterministic = true } }

var goFuncs = map[string]*GoFunc{}

// RegisterGo names a function; call it from init, in every program that runs chunks. It panics for a name
// that is taken or is none: a name has no blanks.
func RegisterGo(f GoFunc, o ...FuncOption) *GoFunc {
	f.at = registeredAt()
	switch was := goFuncs[f.Name]; {
	case f.Name == "" || strings.ContainsAny(f.Name, " \t\n\""):
		panic(fmt.Sprintf("a function is registered under %q, which is no name, at %s", f.Name, f.at))
	case was != nil:
		panic(fmt.Sprintf("function %q is registered twice: at %s and at %s", f.Name, was.at, f.at))
	}
	for _, set := range o {
		set(&f)
	}
	goFuncs[f.Name] = &f
	return &f
}

// FindGo finds a function by name; nil where this program has not registered it.
func FindGo(name string) *GoFunc { return goFuncs[name] }

// GoLabels are the labels of all functions that this program has registered, in order.
func GoLabels() (labels []string) {
	for _, f := range goFuncs {
		labels = append(labels, f.Label())
	}
	slices.Sort(labels)
	return labels
}

// Label is what a worker says that has the function: "go:acme/clean func(dataframe.Row) float64".
func (f *GoFunc) Label() string { return "go:" + f.Name + " " + f.Signature }

// registeredAt is the line of the user who registers a function.
func registeredAt() string {
	pcs := make([]uintptr, 16)
	fs := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := fs.Next()
		if !ours(f.Function) || !more {
			return fmt.Sprintf("%s:%d", f.File, f.Line)
		}
	}
}

// Registered is what a package keeps of a function in the program that runs the chunks, which the caller
// knows by name and label. Errors: Unavailable, this program has none of that name, or another.
func Registered[F any](name, label string) (f F, err error) {
	if g := goFuncs[name]; g != nil && g.Label() == label {
		if f, ok := g.F.(F); ok {
			return f, nil
		}
	}
	return f, lacks(label)
}

// lacks is the error of a worker that is to call a function that it does not have. Another may have it.
func lacks(label string) error {
	name, want, _ := strings.Cut(strings.TrimPrefix(label, "go:"), " ")
	switch f := goFuncs[name]; {
	case strings.HasPrefix(label, "closure:"):
		return errs.New(errs.Unavailable, "a closure of another process: register the function under a name")
	case f != nil:
		return errs.New(errs.Unavailable, "function %s is %s here, and the caller's is %s: build both programs of the same source", name, f.Signature, want)
	}
	return errs.New(errs.Unavailable, "this worker has no function %s: it is not registered in its program", name)
}
