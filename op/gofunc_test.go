package op_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

var half = op.RegisterGo(op.GoFunc{Name: "test/half", Signature: "func(float64) float64", F: func(x float64) float64 { return x / 2 }}, op.Deterministic())

func said(f func()) (what string) {
	defer func() { what = fmt.Sprint(recover()) }()
	f()
	return ""
}

// A name is taken once, and who takes it again reads where both are.
func TestNamesOfFunctions(t *testing.T) {
	again := said(func() { op.RegisterGo(op.GoFunc{Name: "test/half"}) })
	if !strings.Contains(again, `"test/half" is registered twice`) || strings.Count(again, "gofunc_test.go:") != 2 {
		t.Error(again)
	}
	for _, name := range []string{"", "a b", "a\tb", `a"b`} {
		if s := said(func() { op.RegisterGo(op.GoFunc{Name: name}) }); !strings.Contains(s, "is no name") {
			t.Errorf("%q: %s", name, s)
		}
	}
	if !half.Deterministic || op.FindGo("test/half") != half || !slices.Contains(op.GoLabels(), "go:test/half func(float64) float64") {
		t.Errorf("%+v, %v", half, op.GoLabels())
	}
}

// A worker calls a function that is the caller's, and says what it has instead.
func TestFunctionsOfWorkers(t *testing.T) {
	f, err := op.Registered[func(float64) float64]("test/half", half.Label())
	if err != nil || f(3) != 1.5 {
		t.Error(err)
	}
	for label, want := range map[string]string{
		"go:test/half func(string) string": "function test/half is func(float64) float64 here, and the caller's is func(string) string",
		"go:test/none func() int":          "this worker has no function test/none",
		"closure:":                         "a closure of another process",
	} {
		name, _, _ := strings.Cut(strings.TrimPrefix(label, "go:"), " ")
		if _, err := op.Registered[func(float64) float64](name, label); !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", label, err)
		}
	}
}

func recovered(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = op.InFunc("test/f", op.Panicked(r), ", row 3")
		}
	}()
	f()
	return nil
}

// What a function panics with names the line, whether it or the runtime has panicked.
func TestPanicsNameTheLine(t *testing.T) {
	var none map[string]int
	for want, f := range map[string]func(){
		`panic: boom at gofunc_test.go:`:                    func() { panic("boom") },
		`panic: assignment to entry in nil map at gofunc_t`: func() { none["a"] = 1 },
		`index out of range [2] with length 2 at gofunc_te`: func() { _ = make([]int, 2)[len("ab")] },
	} {
		err := recovered(f)
		if !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), `function "test/f", row 3: panic`) {
			t.Errorf("%s: %v", want, err)
		}
		if e := (*errs.Error)(nil); !errors.As(err, &e) || !strings.Contains(e.Trace, "gofunc_test.go") {
			t.Errorf("%s: no stack", want)
		}
	}
}

// An error of a function is final, whatever it is made of.
func TestErrorsOfFunctionsAreFinal(t *testing.T) {
	for _, err := range []error{errors.New("no good"), errs.New(errs.Unavailable, "a service"), errs.New(errs.Pressure, "no room")} {
		if got := op.Failed(err); !errs.Is(got, errs.Invalid) || got.Error() != err.Error() || errors.Is(got, err) {
			t.Errorf("%v: %v", err, got)
		}
	}
	if got := op.Failed(errs.New(errs.NotFound, "no column")); !errs.Is(got, errs.NotFound) {
		t.Error(got)
	}
}
