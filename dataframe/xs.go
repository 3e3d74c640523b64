package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// XsLevel is the rows of the frame with a key in a level of the row labels, which is left out of the result.
// Errors: NotFound for a key that no row has.
func (d *DataFrame) XsLevel(key, level any) *DataFrame { return FrameOf(crossed(d, key, level)) }

// XsLevel is the values of the series with a key in a level of the row labels, which is left out of the
// result.
func (s *Series) XsLevel(key, level any) *Series { return SeriesOf(crossed(s, key, level)) }

func crossed(h Handle, key, level any) op.Value {
	keys, err := schema.LabelsIn([]any{key})
	if err != nil {
		return bad("dataframe.xs", err)
	}
	levels, err := schema.LabelsIn([]any{level})
	if err != nil {
		return bad("dataframe.xs", err)
	}
	return apply(&xs{Key: keys, Level: levels}, h)
}

// xs is a cross section by levels.
type xs struct {
	op.Deferred
	Key, Level []frame.Label
	DropLevel  *bool
}

func init() {
	op.Register[xs](op.Doc{
		Name: "dataframe.xs", Face: "inner", Like: "pandas.DataFrame.xs", Sig: "xs(df, key, level, drop_level=True)", Summary: "Rows with keys in levels of the row labels",
	})
}

// at are the places of the levels.
func (o *xs) at(m op.Meta) ([]int, error) {
	if len(o.Key) != len(o.Level) {
		return nil, errs.New(errs.Invalid, "%d keys for %d levels", len(o.Key), len(o.Level))
	}
	out := make([]int, len(o.Level))
	for i, l := range o.Level {
		var err error
		if out[i], err = schema.LevelOf(m.Index.Levels, l); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (o *xs) drops(m op.Meta) bool {
	return (o.DropLevel == nil || *o.DropLevel) && len(m.Index.Levels) > len(o.Level)
}

func (o *xs) Infer(in []op.Meta) ([]op.Meta, error) {
	at, err := o.at(in[0])
	if err != nil {
		return nil, err
	}
	q := "cross section" + schema.Reprs(o.Key) + schema.Reprs(o.Level)
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = in[0].Index.Derive(q, in[0])
	if o.drops(in[0]) {
		gone := map[int]bool{}
		for _, k := range at {
			gone[k] = true
		}
		var left []op.Col
		for k, c := range in[0].Index.Levels {
			if !gone[k] {
				left = append(left, c)
			}
		}
		m.Index = schema.LevelsMeta(q, in[0], left...)
	}
	return []op.Meta{m}, nil
}

func (o *xs) Build(a *op.Asker, h Handle) (Handle, error) {
	m := h.Value().Meta()
	at, err := o.at(m)
	if err != nil {
		return nil, err
	}
	levels := make([]*Series, len(at))
	for i, k := range at {
		levels[i] = levelSeries(h, k)
	}
	rows, err := rowsWith(a, h, levels, o.Key)
	if err != nil {
		return nil, err
	}
	if !o.drops(m) {
		return rows, nil
	}
	return valued(apply(&dropLevel{Level: o.Level}, rows)), nil
}
