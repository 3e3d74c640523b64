package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/text"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// Cat is each text followed by the separator and the text of others with the same label. It keeps the labels
// of s: a label that others lacks counts as missing, one that comes several times there as well.
func (s Str) Cat(others *Series, o ...StrCat) *Series {
	s.s = only(s.s, o)
	return SeriesOf(apply(text.CatOf(o, true), s.s, others))
}

// CatAll is all texts, one after the other, with the separator between.
func (s Str) CatAll(o ...StrCat) *Scalar {
	s.s = only(s.s, o)
	return ScalarOf(apply(text.CatOf(o, false), s.s))
}

// catWritten joins texts with what was written, which is one or several, or all of them.
type catWritten struct {
	op.Recipe
	Others op.Written
	Sep    string
	NaRep  *string
}

func init() {
	op.Register[catWritten](op.Doc{
		Name: "dataframe.Series.str.cat", Like: "pandas.Series.str.cat", Methods: "Series.str.cat", Gives: "told",
		Sig: "cat(others=None, sep=None, na_rep=None, join='left')", Summary: "Texts joined with those of others row by row, or all to one",
		Text: "Others are a series, whose rows are met by label, a list or array of texts, which are met by place, or a frame or list of these, one after the other.",
	})
}

// Build gets the series, and the others that are no parameters.
func (o *catWritten) Build(in []Handle) (Handle, error) {
	if x, ok := in[0].(*Index); ok && levelCount(x) == 1 { // its labels have themselves as labels
		in = append([]Handle{x.ToSeries()}, in[1:]...)
		h, err := o.Build(in)
		if s, ok := h.(*Series); ok && err == nil {
			return NewIndex(s.DropIndex().Rename(nil), Options{Name: namesOfLevels(x)[0]}), nil
		}
		return h, err
	}
	s, ok := in[0].(*Series)
	if !ok {
		return nil, errs.New(errs.Type, "texts of a %s are not joined", classOf(in[0]))
	}
	how := StrCat{Sep: o.Sep, NaRep: o.NaRep}
	if o.Others.V == nil {
		return Str{s}.CatAll(how), nil
	}
	others, err := textsBeside(s, meant(o.Others, 0, in))
	for _, t := range others {
		s = Str{s}.Cat(t, how)
	}
	return s, err
}

// textsBeside are the columns that stand for what was written.
func textsBeside(s *Series, v any) ([]*Series, error) {
	switch v := v.(type) {
	case *DataFrame:
		out := make([]*Series, len(colsOf(v)))
		for i := range out {
			out[i] = v.IlocCol(i)
		}
		return out, nil
	case *Series:
		h, err := labeledAs(s, v)
		return []*Series{SeriesOf(h.Value())}, err
	case *Index:
		return textsBeside(s, levelSeries(v, 0).DropIndex().Rename(cells.Listed))
	case string:
		return nil, errs.New(errs.Invalid, "Did you mean to supply a `sep` keyword?")
	case *tensor.Tensor:
		return nil, errs.New(errs.Type, "Concatenation requires list-likes containing only strings (or missing values).")
	}
	l, ok := inList(v)
	if !ok {
		return nil, errs.New(errs.Type, "others must be Series, Index, DataFrame, np.ndarray or list-like (either containing only strings or containing only "+
			"objects of type Series/Index/np.ndarray[1-dim])")
	}
	var out []*Series
	for _, e := range l {
		if _, rows := e.(Handle); !rows {
			t, err := listedSeries(l)
			if err != nil {
				return nil, err
			}
			return textsBeside(s, t)
		}
		more, err := textsBeside(s, e)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}
