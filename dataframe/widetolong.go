package dataframe

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// wideToLong puts columns below each other whose labels are a stub and a suffix: a column for each stub, the
// suffixes as a level of the row labels behind the identifiers.
type wideToLong struct {
	op.Deferred
	Stubnames, I op.Written
	J            frame.Label
	Sep, Suffix  string
}

func init() {
	op.Register[wideToLong](op.Doc{
		Name: "dataframe.wide_to_long", Like: "pandas.wide_to_long", Gives: "dataframe", Sig: `wide_to_long(df, stubnames, i, j, sep='', suffix='\\d+')`,
		Summary: "Columns of alike labels below each other", Forms: "stubnames=plain i=plain", Text: "ValueError where identifiers repeat, or a stub is the label of a column.",
	})
}

// Infer leaves the columns to the data.
func (*wideToLong) Infer(in []op.Meta) ([]op.Meta, error) {
	return openTable("wide_to_long", in[0]), nil
}

func (o *wideToLong) Build(a *op.Asker, d *DataFrame) (*DataFrame, error) {
	stubs, err := labelsWritten(o.Stubnames.V)
	if err != nil {
		return nil, err
	}
	ids, err := labelsWritten(o.I.V)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(stubs, d.has) {
		return nil, errs.New(errs.Invalid, "stubname can't be identical to a column name")
	}
	key := d.Select(labelsAny(ids)...)
	twice := key.Duplicated().Any()
	if key.Err() != nil {
		return nil, key.Err()
	}
	if err := a.Need(op.Values, twice); err != nil {
		return nil, err
	}
	if fetchedBool(a.Value(twice)) {
		return nil, errs.New(errs.Invalid, "the id variables need to uniquely identify each row")
	}
	var below []Handle
	var used, values, missing []frame.Label
	for _, stub := range stubs {
		value := frame.L(strings.TrimRight(stub.String(), o.Sep))
		long, cols, err := o.stub(d, ids, stub.String(), value)
		if err != nil {
			return nil, err
		}
		if values = append(values, value); long == nil {
			missing = append(missing, value)
			continue
		}
		below, used = append(below, long), append(used, cols...)
	}
	rest := labelsWithout(schema.LabelsOf(colsOf(d)), used)
	slices.SortFunc(rest, frame.Label.Compare)
	if len(below) == 0 {
		none := d.Select(labelsAny(ids)...).Head(0)
		below = append(below, none.Assign(C{o.J, ""}).SetIndex(labelsAny(append(slices.Clone(ids), o.J))...))
	}
	long := Concat(below, Concats{Axis: 1})
	for _, l := range missing {
		long = long.Assign(C{l, math.NaN()})
	}
	long = long.Select(labelsAny(values)...)
	out := d.Select(labelsAny(rest)...)
	levels := append(slices.Clone(ids), o.J)
	if len(ids) == 1 { // in the order of the suffixes
		cols := append(labelsWithout(rest, ids), schema.LabelsOf(colsOf(long))...)
		return long.ResetIndex().Merge(out, MergeOptions{On: ids}).SetIndex(labelsAny(levels)...).Select(labelsAny(cols)...), nil
	}
	return out.Merge(long.ResetIndex(), MergeOptions{On: ids}).SetIndex(labelsAny(levels)...), nil
}

// stub is the columns of a stub below each other, as one that is labelled value, under identifiers and
// suffixes, and which these are; nil where there are none.
func (o *wideToLong) stub(d *DataFrame, ids []frame.Label, stub string, value frame.Label) (*DataFrame, []frame.Label, error) {
	suffix := o.Suffix
	if suffix == `\\d+` { // as the signature spells it
		suffix = `\d+`
	}
	p, err := str.Compile("^"+regexp.QuoteMeta(stub)+regexp.QuoteMeta(o.Sep)+suffix+"$", str.Search, 0)
	if err != nil {
		return nil, nil, err
	}
	var cols []frame.Label
	for _, c := range colsOf(d) {
		if text, ok := c.Name.Text(); ok && p.Test([]byte(text)) {
			cols = append(cols, c.Name)
		}
	}
	if len(cols) == 0 {
		return nil, nil, nil
	}
	long := d.Melt(MeltOptions{IDVars: labelsAny(ids), ValueVars: labelsAny(cols), VarName: o.J, ValueName: value})
	to := map[any]any{}
	for i, s := range suffixes(cols, len(stub)+len(o.Sep)) {
		to[cols[i]] = s
	}
	long = long.Assign(C{o.J, long.Col(o.J).Map(to)})
	return long.SetIndex(labelsAny(append(slices.Clone(ids), o.J))...), cols, nil
}

// suffixes are the ends of labels: numbers where all are.
func suffixes(ls []frame.Label, from int) []any {
	out, ints, floats := make([]any, len(ls)), make([]any, len(ls)), make([]any, len(ls))
	whole, real := true, true
	for i, l := range ls {
		s, _ := l.Text()
		s = s[from:]
		n, err := strconv.ParseInt(s, 10, 64)
		f, failed := strconv.ParseFloat(s, 64)
		whole, real = whole && err == nil, real && failed == nil
		out[i], ints[i], floats[i] = s, n, f
	}
	switch {
	case whole:
		return ints
	case real:
		return floats
	}
	return out
}
