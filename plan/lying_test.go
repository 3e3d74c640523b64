package plan_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/plan"
	"github.com/mars-project/mars-go/service"
)

// toyLying describes its tasks as one element shorter than they are.
type toyLying struct{}

func init() {
	op.Register[toyLying](op.Doc{Name: "plantest.lying", Sig: "lying(a)", Summary: "Itself, in tasks that say less"})
}

func (*toyLying) Infer(in []op.Meta) ([]op.Meta, error) { return in[:1], nil }
func (*toyLying) StageMeta(_ op.Stage, in []op.Meta) ([]op.Meta, error) {
	return []op.Meta{in[0].WithRows(op.Dim{N: in[0].Dims[0].N - 1})}, nil
}
func (*toyLying) Tile(t *op.Tiler) error { return t.Out(t.Map(t.In(0))) }
func (*toyLying) Exec(x *op.Exec) error  { return x.Put(0, x.Array(0)) }

// What is cut of a value whose tasks are described wrongly would be other rows than were asked for.
func TestChunksAgreeWithTheWhole(t *testing.T) {
	v := apply(&toyLying{}, counted(8, 4)).Value()
	p, err := plan.NewPlanner(1, service.Submission{Targets: []op.Value{v}}, unknown)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Next()
	says := "of length 6 along axis 0 together, and the whole is of 8"
	if !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), says) {
		t.Error(err)
	}
}
