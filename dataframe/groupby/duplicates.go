package groupby

import (
	"fmt"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// KeepOf is a keep as the parameter that pandas has: False for "none".
func KeepOf(keep string) any {
	switch keep {
	case "":
		return "first"
	case "none":
		return false
	}
	return keep
}

// DropDuplicates is the operand of dataframe.drop_duplicates.
type DropDuplicates struct {
	pick.Narrowing
	Subset      []frame.Label
	Keep        any
	IgnoreIndex bool
}

// Duplicated is the operand of dataframe.duplicated.
type Duplicated struct {
	Subset []frame.Label
	Keep   any
}

// Unique is the operand of dataframe.unique.
type Unique struct{}

func init() {
	op.Register[DropDuplicates](op.Doc{
		Name: "dataframe.drop_duplicates", Like: "pandas.DataFrame.drop_duplicates",
		Methods: "DataFrame.drop_duplicates Series.drop_duplicates Index.drop_duplicates", Labels: "index (*, keep='first')", Sig: "drop_duplicates(df, subset=None, *, keep='first', inplace=<no_default>, ignore_index=False)",
		Series:  "(*, keep='first', inplace=False, ignore_index=False)",
		Summary: "Rows without those equal to another", Notes: "Chunks drop their own first; the rest is sent by a hash of the compared columns. " +
			"What outgrows memory is compared part by part through scratch space.",
	})
	op.Register[Duplicated](op.Doc{
		Gives: "series",
		Name:  "dataframe.duplicated", Like: "pandas.DataFrame.duplicated", Methods: "DataFrame.duplicated Series.duplicated Index.duplicated", Labels: "tensor (keep='first')",
		Sig: "duplicated(df, subset=None, keep='first')", Series: "(keep='first')", Summary: "Which rows are equal to another",
	})
	op.Register[Unique](op.Doc{
		Gives: "series",
		Name:  "dataframe.unique", Like: "pandas.Series.unique", Methods: "Series.unique", Sig: "unique(s)",
		Summary: "Distinct values in order of appearance",
	})
}

func checkKeep(keep any) error {
	if keep != "first" && keep != "last" && keep != false {
		return errs.New(errs.Invalid, `keep must be either "first", "last" or False`)
	}
	return nil
}

// Normalize checks what does not depend on data.
func (o *DropDuplicates) Normalize([]op.Meta) error { return checkKeep(o.Keep) }

// Normalize checks what does not depend on data.
func (o *Duplicated) Normalize([]op.Meta) error { return checkKeep(o.Keep) }

func (o *DropDuplicates) Infer(in []op.Meta) ([]op.Meta, error) {
	if _, err := schema.Compared(in[0], o.Subset); err != nil {
		return nil, err
	}
	question := fmt.Sprint("drop_duplicates", o.Subset, o.Keep)
	m := in[0].WithRows(op.Sym(question, in[0]))
	if m.Index = m.Index.Derive(question, in[0]); o.IgnoreIndex {
		m.Index = op.FreshRange(m.Rows())
	}
	return []op.Meta{m}, nil
}

func (o *Duplicated) Infer(in []op.Meta) ([]op.Meta, error) {
	_, err := schema.Compared(in[0], o.Subset)
	c := op.Col{Type: op.T(dtype.Bool)}
	if in[0].Kind == op.Series {
		c.Name = in[0].Cols[0].Name
	}
	return []op.Meta{op.NewSeries(in[0].Rows(), in[0].Index, c)}, err
}

func (*Unique) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "unique of a %s", in[0].Kind)
	}
	n := op.Sym("unique", in[0])
	return []op.Meta{op.NewSeries(n, op.FreshRange(n), op.Col{Type: in[0].Cols[0].Type})}, nil
}

// StageMeta: Map drops what a chunk tells to be dropped.
func (o *DropDuplicates) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	return []op.Meta{in[0].WithRows(op.Sym("distinct", in[0]))}, nil
}

// StageMeta: Map keeps the compared columns.
func (o *Duplicated) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Map {
		return nil, nil
	}
	at, err := schema.Compared(in[0], o.Subset)
	m := in[0].WithDims(in[0].Dims...)
	m.Cols = chunk.PickCols(m.Cols, at)
	return []op.Meta{m}, err
}

// StageMeta: Map drops what a chunk tells to be dropped.
func (*Unique) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	return (&DropDuplicates{}).StageMeta(s, in)
}

func (o *DropDuplicates) Tile(t *op.Tiler) error { return t.Out(distinctRows(t, o.Subset)) }
func (o *Duplicated) Tile(t *op.Tiler) error     { return t.Out(distinctRows(t, o.Subset)) }
func (*Unique) Tile(t *op.Tiler) error           { return t.Out(distinctRows(t, nil)) }

// distinctRows sends what Map leaves by the compared columns, and back to the order of the input.
func distinctRows(t *op.Tiler, subset []frame.Label) op.Grid {
	g := t.In(0)
	at, err := schema.Compared(g.Meta, subset)
	if err != nil {
		t.Fail(err)
		return g
	}
	if len(at) == 0 { // rows without columns are not compared
		return t.At(op.Final).Map(g)
	}
	m := t.At(op.Map).Map(t.Ordinal(g))
	return t.Shuffle(op.ByInput, op.By(m, schema.LabelsOf(chunk.PickCols(g.Meta.Cols, at))...))
}

func (o *DropDuplicates) Exec(x *op.Exec) error {
	f := x.Frame(0)
	at, err := schema.Compared(x.InMeta(0), o.Subset)
	if err != nil {
		return err
	}
	if f, err = DropRows(x, f, at, o.Keep); err != nil {
		return err
	}
	if x.Stage == op.Final && o.IgnoreIndex {
		f = f.WithIndex(frame.NewRange(0, 1, f.NRows))
	}
	return x.Put(0, f)
}

func (o *Duplicated) Exec(x *op.Exec) error {
	f := x.Frame(0)
	if x.Stage == op.Map {
		at, err := schema.Compared(x.InMeta(0), o.Subset)
		if err != nil {
			return err
		}
		return x.Put(0, f.Select(at...))
	}
	out := make([]bool, f.NRows)
	if len(f.Cols) > 0 {
		at := make([]int, len(f.Cols))
		for i := range at {
			at[i] = i
		}
		keep, err := keptRows(x, f, at, o.Keep)
		if err != nil {
			return err
		}
		for i := range out {
			out[i] = true
		}
		for _, r := range keep {
			out[r] = false
		}
	}
	s, err := frame.NewSeries(f.Index, x.Out(0).Cols[0].Name, frame.Of(out))
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

func (*Unique) Exec(x *op.Exec) error {
	f, err := DropRows(x, x.Frame(0), []int{0}, "first")
	if err != nil {
		return err
	}
	if x.Stage == op.Map {
		return chunk.PutUnlabelled(x, f)
	}
	s, err := frame.NewSeries(nil, frame.Label{}, f.Cols[0])
	if err != nil {
		return err
	}
	return x.Put(0, s.WithOrd(f.Ord))
}

// Labels go with their rows, or go away.
func (o *DropDuplicates) Labels(int) op.Look {
	if o.IgnoreIndex {
		return op.Ignores
	}
	return op.Passes
}

// Labels pass.
func (*Duplicated) Labels(int) op.Look { return op.Passes }

// Labels go away.
func (*Unique) Labels(int) op.Look { return op.Ignores }

// ColumnsOf are those of the result and the compared ones.
func (o *DropDuplicates) ColumnsOf(_ int, in []op.Meta, want []int) ([]int, bool) {
	at, err := schema.Compared(in[0], o.Subset)
	return append(append([]int(nil), want...), at...), err == nil
}

// ColumnsOf are the compared ones.
func (o *Duplicated) ColumnsOf(_ int, in []op.Meta, _ []int) ([]int, bool) {
	at, err := schema.Compared(in[0], o.Subset)
	return at, err == nil
}
