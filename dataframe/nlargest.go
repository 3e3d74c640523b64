package dataframe

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// NLargest is the n rows with the greatest values of columns, greatest first; columns is a label or a []string. Of equal rows keep says which stay:
// "first" (the default), "last" or "all".
func (d *DataFrame) NLargest(n int, columns any, keep ...string) *DataFrame {
	return FrameOf(extremes(d, "nlargest", n, columns, keep))
}

// NSmallest is the n rows with the least values of columns, least first. See NLargest.
func (d *DataFrame) NSmallest(n int, columns any, keep ...string) *DataFrame {
	return FrameOf(extremes(d, "nsmallest", n, columns, keep))
}

// NLargest is the n greatest values, greatest first. See DataFrame.NLargest.
func (s *Series) NLargest(n int, keep ...string) *Series {
	return SeriesOf(extremes(s, "nlargest", n, []string{}, keep))
}

// NSmallest is the n least values, least first. See DataFrame.NLargest.
func (s *Series) NSmallest(n int, keep ...string) *Series {
	return SeriesOf(extremes(s, "nsmallest", n, []string{}, keep))
}

func extremes(h Handle, name string, n int, columns any, keep []string) op.Value {
	ls, err := labelsIn([]any{columns})
	if err != nil {
		return bad("dataframe."+name, err)
	}
	p := op.Lookup("dataframe." + name).New().(*extremal)
	p.N, p.Columns = &n, ls
	if len(keep) > 0 {
		p.Keep = keep[0]
	}
	return apply(p, h)
}

type extremal struct {
	N       *int
	Columns []frame.Label
	Keep    string
	name    string
}

func (o *extremal) Row() string { return o.name }

func init() {
	for name, s := range map[string]string{"nlargest": "Rows with the greatest values, greatest first", "nsmallest": "Rows with the least values, least first"} {
		op.Register[extremal](op.Doc{
			Name: "dataframe." + name, Like: "pandas.DataFrame." + name, Methods: "DataFrame." + name + " Series." + name,
			Sig: name + "(df, n=5, columns=None, keep='first')", Series: "(n=5, keep='first')", Summary: s,
		}, extremal{name: name})
	}
}

// Normalize checks what does not depend on data.
func (o *extremal) Normalize([]op.Meta) error {
	if o.Keep != "first" && o.Keep != "last" && o.Keep != "all" {
		return errs.New(errs.Invalid, `keep must be either "first", "last" or "all"`)
	}
	*o.N = max(0, *o.N)
	return nil
}

func (o *extremal) keys(m op.Meta) ([]op.RowKey, error) {
	desc := o.name == "nlargest"
	check := func(c op.Col) error {
		if d := c.Is; d.IsReal() || d.IsBool() || d.IsTemporal() {
			return nil
		}
		if m.Kind == op.Series {
			return errs.New(errs.Type, "Cannot use method '%s' with dtype %s", o.name, c.Is)
		}
		return errs.New(errs.Type, "Column %s has dtype %s, cannot use method '%s' with this dtype", c.Name.Repr(), c.Is, o.name)
	}
	if m.Kind == op.Series {
		return []op.RowKey{{Label: m.Cols[0].Name, Desc: desc}}, check(m.Cols[0])
	}
	cols, _, err := named(m, o.Columns)
	if err != nil {
		return nil, err
	}
	if len(cols) == 0 {
		return nil, errs.New(errs.Invalid, "%s wants columns", o.name)
	}
	var keys []op.RowKey
	for _, c := range cols {
		if err := check(c); err != nil {
			return nil, err
		}
		keys = append(keys, op.RowKey{Label: c.Name, Desc: desc})
	}
	return keys, nil
}

func (o *extremal) Infer(in []op.Meta) ([]op.Meta, error) {
	keys, err := o.keys(in[0])
	if err != nil {
		return nil, err
	}
	question := fmt.Sprint(o.name, *o.N, o.Columns, o.Keep)
	m := in[0]
	m.Index = m.Index.Derive(question, m)
	if o.Keep == "all" || o.passes(in[0], keys) {
		return []op.Meta{m.WithRows(op.Sym(question, in[0]))}, nil
	}
	return inferRows(Places{Kind: "slice", Stop: o.N}, m)
}

// passes reports that there may be more than n rows: where a key that is not the last one is missing, see selected.
func (o *extremal) passes(m op.Meta, keys []op.RowKey) bool {
	for _, k := range keys[:len(keys)-1] {
		if c, err := m.Col(k.Label); err != nil || !c.Known() || frame.CanMiss(c.Is) {
			return true
		}
	}
	return false
}

// StageMeta: partials are rows of the input.
func (o *extremal) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return partialRows(s, in, *o.N)
}

func (o *extremal) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0))) }

func (o *extremal) Exec(x *op.Exec) error {
	keys, err := o.keys(x.InMeta(0))
	if err != nil {
		return err
	}
	f, err := frame.ConcatFrames(x.Mem(), x.Frames()...)
	if err != nil {
		return err
	}
	if f, err = candidates(x, f, keys, *o.N, o.Keep); err != nil {
		return err
	}
	if x.Stage == op.Final || x.Stage == op.Chunk {
		rows, err := selected(orderKeys(f, keys), f.NRows, *o.N, o.Keep)
		if err != nil {
			return err
		}
		if f, err = f.Take(x.Mem(), rows); err != nil {
			return err
		}
	}
	return x.Put(0, f)
}

// Labels go with their rows.
func (o *extremal) Labels(int) op.Look { return op.Passes }

// ColumnsOf are those of the result and the keys.
func (o *extremal) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	_, at, err := named(in[0], o.Columns)
	return append(append([]int(nil), want...), at...), err == nil
}
