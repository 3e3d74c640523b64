package dataframe_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestSeriesValueCounts(t *testing.T) {
	g := marstest.Load(t, "testdata/valuecounts.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	for _, l := range f.Names {
		k := l.String()
		s := series(f, k)
		for _, sort := range []bool{true, false} {
			for _, dropna := range []bool{true, false} {
				name := fmt.Sprintf("%s %s %s", k, python(sort), python(dropna))
				marstest.Check(t, name, s.ValueCounts(dataframe.CountOptions{Sort: &sort, Dropna: &dropna}), g.Get(t, name))
			}
		}
		marstest.Check(t, k+" up", s.ValueCounts(dataframe.CountOptions{Ascending: true}), g.Get(t, k+" up"))
		marstest.Check(t, k+" parts", s.ValueCounts(dataframe.CountOptions{Normalize: true}), g.Get(t, k+" parts"))
		marstest.Check(t, k+" empty", series(f.Slice(0, 0), k).ValueCounts(dataframe.CountOptions{Normalize: true}), g.Get(t, k+" empty"))
	}
	marstest.Check(t, "subset of a series", series(f, "s").ValueCounts(dataframe.CountOptions{Subset: "s"}), errs.Type)
}

func TestFrameValueCounts(t *testing.T) {
	g := marstest.Load(t, "testdata/valuecounts.json")
	f := g.Get(t, "frame").Value(t).(*frame.Frame)
	d := dataframe.FromFrame(f)
	for _, ks := range []string{"s i", "b f i", "c b", "n", "c"} {
		subset := strings.Fields(ks)
		for _, sort := range []bool{true, false} {
			for _, dropna := range []bool{true, false} {
				name := fmt.Sprintf("rows %s %s %s", ks, python(sort), python(dropna))
				marstest.Check(t, name, d.ValueCounts(dataframe.CountOptions{Subset: subset, Sort: &sort, Dropna: &dropna}), g.Get(t, name))
			}
		}
		name := "rows " + ks + " parts"
		marstest.Check(t, name, d.ValueCounts(dataframe.CountOptions{Subset: subset, Normalize: true, Ascending: true}), g.Get(t, name))
	}
	marstest.Check(t, "one", d.ValueCounts(dataframe.CountOptions{Subset: "i"}), g.Get(t, "one"))
	marstest.Check(t, "all", cut(f, "b", "f").ValueCounts(), g.Get(t, "all"))
	marstest.Check(t, "column", d.ValueCounts(dataframe.CountOptions{Subset: "zz"}), errs.NotFound)
}
