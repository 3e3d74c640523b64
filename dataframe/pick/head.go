package pick

import "github.com/mars-project/mars-go/op"

// Head is the operand of dataframe.head.
type Head struct {
	op.Carry
	N *int
}

// Tail is the operand of dataframe.tail.
type Tail struct {
	op.Carry
	N *int
}

func init() {
	op.Register[Head](op.Doc{
		Name: "dataframe.head", Like: "pandas.DataFrame.head", Methods: "DataFrame.head Series.head", Sig: "head(df, n=5)",
		Summary: "First rows",
	})
	op.Register[Tail](op.Doc{
		Name: "dataframe.tail", Like: "pandas.DataFrame.tail", Methods: "DataFrame.tail Series.tail", Sig: "tail(df, n=5)",
		Summary: "Last rows",
	})
}

func (o *Head) places() Places { return Places{Kind: "slice", Stop: o.N} }

func (o *Tail) places() Places {
	if *o.N == 0 {
		return Places{Kind: "slice", Stop: new(0)}
	}
	return Places{Kind: "slice", Start: new(-*o.N)}
}

func (o *Head) Infer(in []op.Meta) ([]op.Meta, error) { return InferRows(o.places(), in[0]) }

func (o *Tail) Infer(in []op.Meta) ([]op.Meta, error) { return InferRows(o.places(), in[0]) }

func (o *Head) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return o.places().stage(s, in) }

func (o *Tail) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return o.places().stage(s, in) }

func (o *Head) Tile(t *op.Tiler) error { return t.Out(o.places().rows(t, t.In(0))) }

func (o *Tail) Tile(t *op.Tiler) error                               { return t.Out(o.places().rows(t, t.In(0))) }
func (o *Head) Exec(x *op.Exec) error                                { return o.places().exec(x) }
func (o *Tail) Exec(x *op.Exec) error                                { return o.places().exec(x) }
func (*Head) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
func (*Tail) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// Labels pass: what still counts rows by chunks goes on to.
func (*Head) Labels(int) op.Look { return op.Passes }
func (*Tail) Labels(int) op.Look { return op.Passes }

// InferRows is the meta of the rows of m that p selects.
func InferRows(p Places, m op.Meta) ([]op.Meta, error) {
	n := op.Sym(p.question(), m)
	if d := m.Rows(); p.all() {
		n = d
	} else if d.Known() {
		k, err := p.count(d.N)
		if err != nil {
			return nil, err
		}
		n = op.Dim{N: k}
	} else if p.Kind == "list" {
		n = op.Dim{N: len(p.List)}
	}
	m.Index = p.selected(m)
	return []op.Meta{m.WithRows(n)}, nil
}
