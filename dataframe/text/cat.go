package text

import (
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/join"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// strCat joins texts row by row with those of another series, or all texts of a series to one.
type strCat struct {
	Others op.Ref
	Sep    *string
	NaRep  *string
}

func init() {
	op.Register[strCat](op.Doc{
		Name: "dataframe.joined_texts", Face: "inner", Sig: "joined_texts(series, others=None, sep=None, na_rep=None)", Summary: "Texts joined with those of another series, or all to one",
	})
}

// StrCat is the options of Cat and CatAll.
type StrCat struct {
	Sep   string
	NaRep *string // what stands for missing texts. The default leaves a row missing, and leaves missing rows out of CatAll
}

// CatOf is the operand of options.
func CatOf(opt []StrCat, others bool) *strCat {
	o := &strCat{}
	if others {
		o.Others = op.In(1)
	}
	if len(opt) > 0 {
		o.NaRep = opt[0].NaRep
		if opt[0].Sep != "" {
			o.Sep = &opt[0].Sep
		}
	}
	return o
}

func (o *strCat) Infer(in []op.Meta) ([]op.Meta, error) {
	ms, err := inferText(in, aTexts)
	switch {
	case err != nil:
		return nil, err
	case len(in) == 1:
		return []op.Meta{op.NewObject()}, nil
	case in[1].Kind != op.Series || textType(in[1].Cols[0].Is) != nil:
		return nil, errs.New(errs.Type, "Concatenation requires list-likes containing only strings (or missing values).")
	}
	if !in[0].Index.Same(&in[1].Index) {
		ms[0].Dims = []op.Dim{op.Sym("cat", in...)}
		ms[0].Index = in[0].Index.Derive("cat", in...)
	}
	return ms, nil
}

// StageMeta describes the partials of CatAll: a count and a text.
func (o *strCat) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if o.Others == 0 && s != op.Chunk {
		return []op.Meta{op.NewObject()}, nil
	}
	return nil, nil
}

func (o *strCat) Tile(t *op.Tiler) error {
	if o.Others != 0 {
		return t.Out(t.Align(op.Left, t.In(0), t.In(1)))
	}
	return t.Out(t.TreeReduce(t.In(0)))
}

func (o *strCat) Exec(x *op.Exec) error {
	sep := ""
	if o.Sep != nil {
		sep = *o.Sep
	}
	if o.Others == 0 {
		return o.all(x, sep)
	}
	a, b := x.Frame(0), x.Frame(1)
	first, err := asTexts(x, a.Cols[0])
	if err != nil {
		return err
	}
	other, err := asTexts(x, b.Cols[0])
	if err != nil {
		return err
	}
	a = a.Select(0)
	a.Cols[0] = first
	if x.Stage == op.Final {
		l, r, err := join.Rows(x.Mem(), join.Left, false, schema.LevelsOf(a.Index), schema.LevelsOf(b.Index))
		if err != nil {
			return err
		}
		if a, err = a.Take(x.Mem(), l); err != nil {
			return err
		}
		if other, err = other.Take(x.Mem(), r); err != nil {
			return err
		}
	}
	d := x.Out(0).Cols[0].Is
	as := d
	if d.IsObject() {
		as = dtype.Str
	}
	c, err := str.Cat(x.Mem(), as, a.Cols[0], other, sep, o.NaRep)
	if err != nil {
		return err
	}
	if c, err = chunk.Env(x).Cast(c, d); err != nil {
		return err
	}
	out, err := chunk.KeptLabels(x, a.Select(0))
	if err != nil {
		return err
	}
	out.Cols[0] = c
	return x.Put(0, out)
}

// all joins the texts of a chunk, or the partials.
func (o *strCat) all(x *op.Exec, sep string) error {
	if x.Stage == op.Map {
		c, err := asTexts(x, x.Frame(0).Cols[0])
		if err != nil {
			return err
		}
		s, n := str.CatAll(nil, c, sep, o.NaRep)
		return x.Put(0, op.Tuple{int64(n), string(s)})
	}
	var parts []string
	n := int64(0)
	for _, t := range x.Tuples() {
		k, _ := t[0].(int64)
		if s, ok := t[1].(string); ok && k > 0 {
			parts, n = append(parts, s), n+k
		}
	}
	s := strings.Join(parts, sep)
	if x.Stage == op.Final {
		return x.Put(0, s)
	}
	return x.Put(0, op.Tuple{n, s})
}
