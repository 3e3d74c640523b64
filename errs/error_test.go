package errs_test

import (
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/mars-project/mars-go/errs"
)

func TestMessageNamesSiteOperatorAndPlace(t *testing.T) {
	err := errs.On(errs.At(errs.New(errs.Invalid, "shapes (2,) and (3,) differ"), "a.go:7", "tensor.add"), "task t1", "stack")
	want := "a.go:7: tensor.add: shapes (2,) and (3,) differ (task t1)"
	if err.Error() != want {
		t.Errorf("got %q, want %q", err, want)
	}
	again := errs.At(err, "b.go:9", "tensor.mul")
	if again.Error() != want {
		t.Errorf("a second At changed the site: %q", again)
	}
}

func TestKindSurvivesWrapping(t *testing.T) {
	err := fmt.Errorf("outer: %w", errs.New(errs.Lost, "chunk k1"))
	if errs.KindOf(err) != errs.Lost || !errors.Is(err, errs.Lost.Err()) || errors.Is(err, errs.Invalid.Err()) {
		t.Errorf("kind of %v is %v", err, errs.KindOf(err))
	}
	if k := errs.KindOf(errs.At(err, "x.go:1", "op")); k != errs.Lost {
		t.Errorf("At changed the kind to %v", k)
	}
	if k := errs.KindOf(fmt.Errorf("stop: %w", context.Canceled)); k != errs.Canceled {
		t.Errorf("context.Canceled is %v", k)
	}
	if errs.Wrap(errs.Invalid, nil, "x") != nil || errs.At(nil, "a", "b") != nil {
		t.Error("nil became an error")
	}
}

func TestKindNamesRoundTrip(t *testing.T) {
	for k := errs.Internal; k <= errs.Denied; k++ {
		if errs.ParseKind(k.String()) != k {
			t.Errorf("%v does not round trip", k)
		}
	}
}

// Words for Python stay beside those of Go, through everything that adds to an error.
func TestWordsForPython(t *testing.T) {
	err := errs.In(errs.New(errs.NotFound, "no aggregate %q of groups", "best"), "'SeriesGroupBy' object has no attribute '%s'", "best")
	if errs.PythonOf(err) != "'SeriesGroupBy' object has no attribute 'best'" || err.Error() != `no aggregate "best" of groups` || !errs.Is(err, errs.NotFound) {
		t.Errorf("%v, %s", err, errs.PythonOf(err))
	}
	err = errs.At(errs.Wrap(errs.NotFound, err, "column %s", "x"), "a.go:3", "dataframe.agg")
	if got := errs.PythonOf(err); got != "a.go:3: dataframe.agg: column x: 'SeriesGroupBy' object has no attribute 'best'" {
		t.Error(got)
	}
	if got := err.Error(); got != `a.go:3: dataframe.agg: column x: no aggregate "best" of groups` {
		t.Error(got)
	}
	if errs.PythonOf(errs.New(errs.Lost, "gone")) != "" || errs.PythonOf(nil) != "" {
		t.Error("words that nobody gave")
	}
}

// TestFullDisksHaveANode: a disk that is full is one of some node, whether it makes memory short or too
// small; what else makes memory short is nobody's.
func TestFullDisksHaveANode(t *testing.T) {
	full := fmt.Errorf("/a: %w", syscall.ENOSPC)
	for _, c := range []struct {
		err  error
		want string
	}{
		{errs.Wrap(errs.OutOfMemory, full, "disk full while spilling"), "w1"},
		{errs.Wrap(errs.Pressure, full, "no memory for 8 bytes"), "w1"},
		{errs.Wrap(errs.Pressure, errs.Wrap(errs.OutOfMemory, full, "disk full"), "no memory for 8 bytes"), "w1"},
		{errs.New(errs.Pressure, "no memory for 8 bytes"), ""},
		{errs.Wrap(errs.Internal, full, "x"), ""},
		{errs.From(errs.New(errs.Unavailable, "away"), "w2"), "w2"},
	} {
		if got := errs.PeerOf(errs.From(c.err, "w1")); got != c.want {
			t.Errorf("%v: the node %q, not %q", c.err, got, c.want)
		}
	}
}
