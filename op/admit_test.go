package op_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// measured wants lengths and axes.
type measured struct {
	op.Recipe `known:"lengths 0 1" rank:"0 1..2 a has %d axes; 1 2.. b is no matrix"`
	At        int        `axis:"0+1"` // of a result with one axis more than a
	How       op.Written // a number or a list
}

func (o *measured) Build(a, _ *tensor.Tensor) (*tensor.Tensor, error) {
	n, ok := o.How.V.(int64)
	if !ok || !o.How.Is {
		return nil, errs.New(errs.Type, "how is a %T", o.How.V)
	}
	return tensor.Multiply(tensor.ExpandDims(a, o.At), n), nil
}

// tabled wants columns.
type tabled struct {
	op.Recipe `known:"columns"`
}

func (o *tabled) Build(d *dataframe.DataFrame) *dataframe.DataFrame { return d }

func init() {
	op.Register[measured](op.Doc{Name: "optest.measured", Sig: "measured(a, b, at=0, how=2)", Summary: "Inputs are looked at"})
	op.Register[tabled](op.Doc{Name: "optest.tabled", Sig: "tabled(df)", Summary: "Columns are looked at"})
}

// What the tags of an operator do not admit is refused before the axes are counted, and defaults are filled
// into what the caller wrote.
func TestInputsAreAdmitted(t *testing.T) {
	ones := func(n ...int) op.Value { return tensor.Ones(n).Value() }
	some := tensor.FlatNonzero([]int{1, 0}).Value()
	o := &measured{At: -1}
	if n := op.Apply(o, ones(2, 3), ones(1, 1)); n.Err != nil || o.At != 2 || o.How.V != int64(2) || len(n.Outs[0].Dims) != 3 {
		t.Errorf("%v: axis %d, how %v", n.Err, o.At, o.How.V)
	}
	three := &measured{How: op.WrittenOf(int64(3))}
	if n := op.Apply(three, ones(2), ones(1, 1)); n.Err != nil || three.How.V != int64(3) {
		t.Errorf("%v: how %v", n.Err, three.How.V)
	}
	pivoted := dataframe.New(dataframe.C{Name: "a", Data: []int64{1, 2}}).T().Value()
	for say, n := range map[string]*op.Node{
		"a has 3 axes":   op.Apply(&measured{At: 9}, ones(1, 1, 1), ones(1, 1)),
		"a has 0 axes":   op.Apply(&measured{}, ones(), ones(1, 1)),
		"b is no matrix": op.Apply(&measured{}, ones(1), ones(1)),
		"measured of a tensor of unknown lengths: execute it first":              op.Apply(&measured{}, some, ones(1, 1)),
		"axis 3 is out of bounds for array of dimension 3":                       op.Apply(&measured{At: 3}, ones(1, 1), ones(1, 1)),
		"which columns there are follows from the data: execute the frame first": op.Apply(&tabled{}, pivoted),
	} {
		if errs.KindOf(n.Err) != errs.Invalid || !strings.Contains(n.Err.Error(), say) {
			t.Errorf("want %q, got %v", say, n.Err)
		}
	}
}

// A tag that says nothing is a fault of ours.
func TestTagsAreRead(t *testing.T) {
	type wrong1 struct {
		op.Recipe `known:"colour"`
	}
	type wrong2 struct {
		op.Recipe `rank:"0 1..2"`
	}
	type wrong3 struct {
		op.Recipe `rank:"a 1 words"`
	}
	d := func(name string) op.Doc { return op.Doc{Name: name, Sig: "wrong()", Summary: "Wrong tags"} }
	op.Register[wrong1](d("optest.wrong1"))
	op.Register[wrong2](d("optest.wrong2"))
	op.Register[wrong3](d("optest.wrong3"))
	for name, why := range map[string]string{"optest.wrong1": "known", "optest.wrong2": "no words", "optest.wrong3": "no number"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a wrong tag is taken", why)
				}
			}()
			op.Lookup(name)
		}()
	}
}
