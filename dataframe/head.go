package dataframe

import (
	"github.com/mars-project/mars-go/op"
)

// Head is the first n rows; with a negative n all but the last -n. Only the chunks that hold them are computed.
func (d *DataFrame) Head(n int) *DataFrame { return FrameOf(apply(&head{N: &n}, d)) }

// Head is the first n rows; with a negative n all but the last -n. Only the chunks that hold them are computed.
func (s *Series) Head(n int) *Series { return SeriesOf(apply(&head{N: &n}, s)) }

// Tail is the last n rows; with a negative n all but the first -n.
func (d *DataFrame) Tail(n int) *DataFrame { return FrameOf(apply(&tail{N: &n}, d)) }

// Tail is the last n rows; with a negative n all but the first -n.
func (s *Series) Tail(n int) *Series { return SeriesOf(apply(&tail{N: &n}, s)) }

type head struct {
	op.Carry
	N *int
}

type tail struct {
	op.Carry
	N *int
}

func init() {
	op.Register[head](op.Doc{
		Name: "dataframe.head", Like: "pandas.DataFrame.head", Methods: "DataFrame.head Series.head", Sig: "head(df, n=5)",
		Summary: "First rows",
	})
	op.Register[tail](op.Doc{
		Name: "dataframe.tail", Like: "pandas.DataFrame.tail", Methods: "DataFrame.tail Series.tail", Sig: "tail(df, n=5)",
		Summary: "Last rows",
	})
}

func (o *head) places() Places { return Places{Kind: "slice", Stop: o.N} }

func (o *tail) places() Places {
	if *o.N == 0 {
		return Places{Kind: "slice", Stop: new(0)}
	}
	return Places{Kind: "slice", Start: new(-*o.N)}
}

func (o *head) Infer(in []op.Meta) ([]op.Meta, error) { return inferRows(o.places(), in[0]) }

func (o *tail) Infer(in []op.Meta) ([]op.Meta, error) { return inferRows(o.places(), in[0]) }

func (o *head) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return o.places().stage(s, in) }

func (o *tail) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) { return o.places().stage(s, in) }

func (o *head) Tile(t *op.Tiler) error { return t.Out(o.places().rows(t, t.In(0))) }

func (o *tail) Tile(t *op.Tiler) error                               { return t.Out(o.places().rows(t, t.In(0))) }
func (o *head) Exec(x *op.Exec) error                                { return o.places().exec(x) }
func (o *tail) Exec(x *op.Exec) error                                { return o.places().exec(x) }
func (*head) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }
func (*tail) ColumnsOf(_ int, _ []op.Meta, want []int) ([]int, bool) { return want, true }

// Labels pass: what still counts rows by chunks goes on to.
func (*head) Labels(int) op.Look { return op.Passes }
func (*tail) Labels(int) op.Look { return op.Passes }

// inferRows is the meta of the rows of m that p selects.
func inferRows(p Places, m op.Meta) ([]op.Meta, error) {
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
