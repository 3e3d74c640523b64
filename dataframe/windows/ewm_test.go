package windows_test

import (
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
)

// TestEwm checks dataframe.ewm_mean.
func TestEwm(t *testing.T) {
	in := answers{marstest.Load(t, "testdata/ewm.json"), t}
	check := func(name string, h op.Handle) {
		marstest.Check(t, name, h, in.Get(t, name), marstest.Tol(1e-10, 1e-12))
	}
	p := func(v float64) *float64 { return &v }
	text := func(b bool) string {
		if b {
			return "True"
		}
		return "False"
	}
	f := in.get("F")
	for name, o := range map[string]dataframe.EwmOptions{"com": {Com: p(0.5)}, "span": {Span: p(4)}, "halflife": {Halflife: p(3)}, "alpha": {Alpha: p(0.3)}, "all": {Alpha: p(1)}} {
		for _, adjust := range []bool{true, false} {
			for _, ignore := range []bool{true, false} {
				o.Adjust, o.IgnoreNA = &adjust, ignore
				check(fmt.Sprintf("%s %s %s", name, text(adjust), text(ignore)), f.Ewm(o).Mean())
			}
		}
	}
	if name := f.Ewm(dataframe.EwmOptions{Com: p(1)}).Mean().Value().N.Name; name != "dataframe.ewm_mean" {
		t.Errorf("the operator is %s", name)
	}
	one := in.Frame(t, "F", "i")
	same, err := frame.NewConst(mem.Heap, frame.Strs("x"), one.NRows)
	if err != nil {
		t.Fatal(err)
	}
	mixed := dataframe.FromFrame(one.With(frame.L("s"), same))
	check("least", f.Ewm(dataframe.EwmOptions{Com: p(1), MinPeriods: 4}).Mean())
	check("series", in.series("F", "f").Ewm(dataframe.EwmOptions{Span: p(3)}).Mean())
	check("empty", dataframe.FromFrame(in.Frame(t, "F").Slice(0, 0)).Ewm(dataframe.EwmOptions{Span: p(3)}).Mean())
	check("numeric only", mixed.Ewm(dataframe.EwmOptions{Span: p(3), NumericOnly: true}).Mean())
	check("X none", f.Ewm(dataframe.EwmOptions{}).Mean())
	check("X two", f.Ewm(dataframe.EwmOptions{Com: p(1), Span: p(3)}).Mean())
	check("X alpha", f.Ewm(dataframe.EwmOptions{Alpha: p(1.5)}).Mean())
	check("X span", f.Ewm(dataframe.EwmOptions{Span: p(0.5)}).Mean())
	check("X halflife", f.Ewm(dataframe.EwmOptions{Halflife: p(0)}).Mean())
	check("X com", f.Ewm(dataframe.EwmOptions{Com: p(-1)}).Mean())
	check("X text", mixed.Ewm(dataframe.EwmOptions{Span: p(3)}).Mean())
}
