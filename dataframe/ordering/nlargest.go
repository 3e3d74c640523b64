package ordering

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Extremal is the operand of dataframe.nlargest and dataframe.nsmallest.
type Extremal struct {
	N       *int
	Columns []frame.Label
	Keep    string
	name    string
}

func (o *Extremal) Row() string { return o.name }

func init() {
	for name, s := range map[string]string{"nlargest": "Rows with the greatest values, greatest first", "nsmallest": "Rows with the least values, least first"} {
		op.Register[Extremal](op.Doc{
			Name: "dataframe." + name, Like: "pandas.DataFrame." + name, Methods: "DataFrame." + name + " Series." + name,
			Sig: name + "(df, n=5, columns=None, keep='first')", Series: "(n=5, keep='first')", Summary: s,
		}, Extremal{name: name})
	}
}

// Normalize checks what does not depend on data.
func (o *Extremal) Normalize([]op.Meta) error {
	if o.Keep != "first" && o.Keep != "last" && o.Keep != "all" {
		return errs.New(errs.Invalid, `keep must be either "first", "last" or "all"`)
	}
	*o.N = max(0, *o.N)
	return nil
}

func (o *Extremal) keys(m op.Meta) ([]op.RowKey, error) {
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
	cols, _, err := schema.Named(m, o.Columns)
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

func (o *Extremal) Infer(in []op.Meta) ([]op.Meta, error) {
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
	return pick.InferRows(pick.Places{Kind: "slice", Stop: o.N}, m)
}

// passes reports that there may be more than n rows: where a key that is not the last one is missing, see
// selected.
func (o *Extremal) passes(m op.Meta, keys []op.RowKey) bool {
	for _, k := range keys[:len(keys)-1] {
		if c, err := m.Col(k.Label); err != nil || !c.Known() || frame.CanMiss(c.Is) {
			return true
		}
	}
	return false
}

// StageMeta: partials are rows of the input.
func (o *Extremal) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return partialRows(s, in, *o.N)
}

func (o *Extremal) Tile(t *op.Tiler) error { return t.Out(t.TreeReduce(t.In(0))) }

func (o *Extremal) Exec(x *op.Exec) error {
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
		rows, err := selected(OrderKeys(f, keys), f.NRows, *o.N, o.Keep)
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
func (o *Extremal) Labels(int) op.Look { return op.Passes }

// ColumnsOf are those of the result and the keys.
func (o *Extremal) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	_, at, err := schema.Named(in[0], o.Columns)
	return append(append([]int(nil), want...), at...), err == nil
}
