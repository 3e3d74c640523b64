package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/op"
)

// TestColumnLevels is dataframe.column_part, dataframe.rename_column_axis and dataframe.stack of column
// labels of several levels.
func TestColumnLevels(t *testing.T) {
	g := marstest.Load(t, "testdata/columnpart.json")
	d := dataframe.FromFrame(g.Get(t, "frame").Value(t).(*frame.Frame))
	flat := dataframe.FromFrame(g.Get(t, "flat").Value(t).(*frame.Frame))
	named := d.RenameColumnAxis("of", "by")
	for name, h := range map[string]op.Handle{
		"part":       d.Part("v"),
		"stacked":    d.StackLast(),
		"named":      named,
		"named part": named.Part("v"),
		"dropped":    d.Drop("v"),
	} {
		marstest.Check(t, name, h, g.Get(t, name))
	}
	if got := named.Value().Meta().Axis; len(got) != 2 || got[0] != frame.L("of") || got[1] != frame.L("by") {
		t.Errorf("the column labels are named %v", got)
	}
	if got := flat.Part("a").Value().Meta().Kind; got != op.Series {
		t.Errorf("a label whose other levels are empty gives a %s", got)
	}
	marstest.Check(t, "no such part", d.Part("z"), errs.NotFound)
	marstest.Check(t, "names", d.RenameColumnAxis("of"), errs.Invalid)
	marstest.Check(t, "stack", d.Stack(), errs.Invalid)
	marstest.Check(t, "stack last", named.Part("v").StackLast(), errs.Invalid)
}
