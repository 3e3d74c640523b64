package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// compare is what differs between two frames or series, beside what it differs from.
type compare struct {
	op.Deferred
	AlignAxis            *int
	KeepShape, KeepEqual bool
	ResultNames          []string
}

func init() {
	op.Register[compare](op.Doc{
		Name: "dataframe.compare", Like: "pandas.DataFrame.compare", Methods: "DataFrame.compare Series.compare", Gives: "dataframe", Summary: "What differs, beside what it differs from",
		Forms: "align_axis=axis",
		Sig:   "compare(df, other, align_axis=1, keep_shape=False, keep_equal=False, result_names=('self', 'other'))",
		Text:  "Rows and columns without a difference are left out, unless keep_shape says otherwise; equal values beside others are missing, unless keep_equal does.",
	})
}

// Infer of a frame leaves the columns to the data, where those without a difference are left out.
func (o *compare) Infer(in []op.Meta) ([]op.Meta, error) {
	p, q := in[0], in[1]
	switch {
	case *o.AlignAxis != 1:
		return nil, errs.New(errs.Invalid, "compare: align_axis=0 is not there yet")
	case p.Kind != q.Kind:
		return nil, errs.New(errs.Type, "can only compare '%s' (not '%s') with '%s'", classOfKind(p.Kind), classOfKind(q.Kind), classOfKind(p.Kind))
	case !p.Open && !q.Open && !sameColumns(p, q):
		return nil, errUnlike(p.Kind)
	}
	m := op.NewFrame(op.Sym("compare", in...), p.Index.Derive("compare", in...))
	m.Open = true
	return []op.Meta{m}, nil
}

func errUnlike(k op.Kind) error {
	return errs.New(errs.Invalid, "Can only compare identically-labeled %s objects", map[bool]string{true: "Series", false: "(both index and columns) DataFrame"}[k == op.Series])
}

func classOfKind(k op.Kind) string {
	return map[op.Kind]string{op.Series: "Series", op.Frame: "DataFrame", op.Index: "Index"}[k]
}

// sameColumns reports frames of equal column labels.
func sameColumns(p, q op.Meta) bool {
	if p.Kind != op.Frame {
		return true
	}
	for i, c := range p.Cols {
		if len(p.Cols) != len(q.Cols) || !c.Name.Same(q.Cols[i].Name) {
			return false
		}
	}
	return len(p.Cols) == len(q.Cols)
}

func (o *compare) Build(a *op.Asker, x, y Handle) (*DataFrame, error) {
	p, q := x.Value().Meta(), y.Value().Meta()
	same := indexIn(x).Equals(indexIn(y))
	if err := a.Need(op.Values, same); err != nil {
		return nil, err
	}
	if !fetchedBool(a.Value(same)) || !sameColumns(p, q) {
		return nil, errUnlike(p.Kind)
	}
	l, _, err := asFrame(x)
	if err != nil {
		return nil, err
	}
	r, _, err := asFrame(y)
	if err != nil {
		return nil, err
	}
	differ := l.Eq(r).Or(l.IsNA().And(r.IsNA())).Not()
	if !o.KeepEqual {
		l, r = l.Where(differ), r.Where(differ)
	}
	names := schema.LabelsOf(colsOf(l))
	if !o.KeepShape {
		rows := differ.Any(Reduce{Axis: 1})
		some := differ.Any()
		if err := a.Need(op.Values, some); err != nil {
			return nil, err
		}
		l, r = l.Filter(rows), r.Filter(rows)
		c, kept := a.Value(some).(*frame.Frame).Cols[0], []frame.Label{}
		for i, n := range names {
			if c.Cell(i) == true || p.Kind == op.Series {
				kept = append(kept, n)
			}
		}
		names = kept
	}
	out, to := l.Iloc(pick.AllPlaces, []int{}), [2]string{"self", "other"}
	copy(to[:], o.ResultNames)
	for _, n := range names {
		for i, side := range []*DataFrame{l, r} {
			label := frame.L(to[i])
			if p.Kind == op.Frame {
				label = frame.TupleOf(append(append([]frame.Label{}, n.Elems()...), label))
			}
			out = out.Assign(C{label, side.Col(n)})
		}
	}
	return out, nil
}
