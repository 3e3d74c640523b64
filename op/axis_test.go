package op_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// turning has axes of each kind.
type turning struct {
	op.Recipe
	Start int   `axis:"0 start"`
	To    *int  `axis:"0"`
	Over  []int `axis:"0"`
	Of    *int  `axis:"1"`
}

func init() {
	op.Register[turning](op.Doc{Name: "optest.turning", Sig: "turning(a, b, start=0, to=None, over=None, of=None)", Summary: "Axes are counted"})
}

func (o *turning) Build(a, b *tensor.Tensor) *tensor.Tensor { return tensor.Add(a, b) }

// Fields with the tag axis are counted from 0 when the node is built, and the caller's values stay what they
// were.
func TestAxesAreCounted(t *testing.T) {
	a, b := tensor.Ones([]int{2, 3, 4}).Value(), tensor.Ones([]int{4}).Value()
	to, over := -1, []int{-1, 0}
	given := &turning{Start: -3, To: &to, Over: over}
	if n := op.Apply(given, a, b); n.Err != nil {
		t.Fatal(n.Err)
	}
	if given.Start != 0 || *given.To != 2 || given.Over[0] != 2 || given.Over[1] != 0 || given.Of != nil || to != -1 || over[0] != -1 {
		t.Errorf("counted: %d %d %v %v; given: %d %v", given.Start, *given.To, given.Over, given.Of, to, over)
	}
	if op.Apply(&turning{To: &to}, a, b).Outs[0].Key != op.Apply(&turning{To: given.To}, a, b).Outs[0].Key {
		t.Error("-1 and 2 are one axis, and have two keys")
	}
	for say, o := range map[string]*turning{
		"start: axis 3 is out of bounds for array of dimension 3": {Start: 3},
		"axis -4 is out of bounds for array of dimension 3":       {To: new(-4)},
		"duplicate value in 'axis'":                               {Over: []int{1, -2}},
		"axis 1 is out of bounds for array of dimension 1":        {Of: new(1)},
	} {
		if err := op.Apply(o, a, b).Err; errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), say) {
			t.Errorf("want %q, got %v", say, err)
		}
	}
}
