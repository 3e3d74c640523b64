package plan_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/tensor"
)

// toyUncut is cut without end.
type toyUncut struct{}

func init() {
	op.Register[toyUncut](op.Doc{Name: "plantest.uncut", Sig: "uncut(a)", Summary: "Cut without end"})
}

var stopping *op.Watch // is told to stop while toyUncut is cut

func (*toyUncut) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }
func (o *toyUncut) Exec(*op.Exec) error                 { return nil }
func (o *toyUncut) Tile(t *op.Tiler) error {
	if stopping != nil {
		stopping.Stop(errs.New(errs.Canceled, "enough"))
	}
	for { // looks at no error, as a bad operator does
		t.Edge([]int{0}, t.In(0).Edges[0])
	}
}

func endless(t *testing.T, w *op.Watch) error {
	t.Helper()
	v := apply(&toyUncut{}, counted(4, 4)).Value()
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{v}, Watch: w}, unknown)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Next()
	if err == nil || !strings.Contains(err.Error(), "toy_test.go:") || !strings.Contains(err.Error(), "plantest.uncut") {
		t.Errorf("no line or operator in %q", err)
	}
	return err
}

func TestATilingWithoutEndIsRefused(t *testing.T) {
	if err := endless(t, nil); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "cut into more than 2097152 chunks; make them larger") {
		t.Error(err)
	}
}

func TestATilingIsStopped(t *testing.T) {
	stopping = new(op.Watch)
	defer func() { stopping = nil }()
	if err := endless(t, stopping); !errs.Is(err, errs.Canceled) || !strings.Contains(err.Error(), "enough") {
		t.Error(err)
	}
}

// A grid that nobody asked for, of single elements, is refused before it is made.
func TestTooManyChunks(t *testing.T) {
	v := tensor.Ones([]int{1 << 12, 1 << 12}, tensor.Create{Chunk: []int{1, 1}})
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{v.Value()}}, unknown)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Next(); !errs.Is(err, errs.Invalid) || !strings.Contains(err.Error(), "(Chunk)") {
		t.Error(err)
	}
}
