package dataframe

import (
	"fmt"
	"slices"

	"github.com/mars-project/mars-go/dataframe/pick"
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
	l, err := schema.LabelOf(key)
	if err != nil {
		return bad("dataframe.xs", err)
	}
	levels, err := schema.LabelsIn([]any{level})
	if err != nil {
		return bad("dataframe.xs", err)
	}
	return apply(&xs{Key: op.WrittenOf(l), Level: levels}, h)
}

// xs is a cross section by levels, those that come first where none is named.
type xs struct {
	op.Deferred
	Key       op.Written
	Axis      int
	Level     []frame.Label
	DropLevel *bool
}

// oneKey is how errors say what a key is.
const oneKey = "a %s is no label: a key is a label, or a tuple of them"

func init() {
	op.Register[xs](op.Doc{
		Name: "dataframe.xs", Like: "pandas.DataFrame.xs", Methods: "DataFrame.xs Series.xs", Sig: "xs(df, key, axis=0, level=None, drop_level=True)", Forms: "df=in:settled",
		Summary: "Rows, or columns, of a label, or with keys in levels of the labels", Text: "With drop_level false the levels of the keys stay.",
	})
}

// split are the labels that the key has, and the places of the levels that they are looked for in.
func (o *xs) split(levels []op.Col) (keys []frame.Label, at []int, err error) {
	parts, several := inList(o.Key.V)
	if !several || len(o.Level) == 1 && len(parts) != 1 {
		parts = []any{o.Key.V}
	}
	if keys, err = schema.LabelList(tupled(parts)); err != nil {
		return nil, nil, err
	}
	if o.Level != nil && len(keys) != len(o.Level) || len(keys) > len(levels) {
		return nil, nil, errs.New(errs.Invalid, "%d keys for %d levels", len(keys), max(len(o.Level), len(levels)))
	}
	at = make([]int, len(keys))
	for i := range at {
		if at[i] = i; o.Level != nil {
			if at[i], err = schema.LevelOf(levels, o.Level[i]); err != nil {
				return nil, nil, err
			}
		}
	}
	return keys, at, nil
}

func (o *xs) drops(levels []op.Col, at []int) bool {
	return (o.DropLevel == nil || *o.DropLevel) && len(levels) > len(at)
}

// Infer is that of some of the rows: how many there are follows from the data.
func (o *xs) Infer(in []op.Meta) ([]op.Meta, error) {
	levels := in[0].Index.Levels
	keys, at, err := o.split(levels)
	if err != nil {
		return nil, err
	}
	q := "cross section" + schema.Reprs(keys) + fmt.Sprint(at)
	m := in[0].WithRows(op.Sym(q, in[0]))
	m.Index = in[0].Index.Derive(q, in[0])
	if o.drops(levels, at) {
		var left []op.Col
		for k, c := range levels {
			if !slices.Contains(at, k) {
				left = append(left, c)
			}
		}
		m.Index = schema.LevelsMeta(q, in[0], left...)
	}
	return []op.Meta{m}, nil
}

func (o *xs) Build(a *op.Asker, h Handle, more []Handle) (Handle, error) {
	key := meant(o.Key, 1, more)
	if isList(key) {
		return nil, errs.New(errs.Type, "list keys are not supported in xs, pass a tuple instead")
	}
	d, of := h.(*DataFrame)
	across := of && o.Axis == 1
	if across && o.Level == nil && (o.DropLevel == nil || *o.DropLevel) {
		return (&located{Key: op.Written{V: key, Is: true}, By: "brackets"}).Build(h, nil)
	}
	levels, err := levelsOn(h, o.Axis)
	switch {
	case err != nil:
		return nil, err
	case o.Level != nil && len(levels) == 1:
		return nil, errs.New(errs.Type, "Index must be a MultiIndex")
	}
	switch key := key.(type) {
	case op.Slice:
		if len(levels) > 1 {
			return nil, errs.New(errs.Type, "cross sections of slices of labels are not there yet")
		}
		return nil, errs.New(errs.Invalid, oneKey, "slice")
	case Handle:
		return nil, errs.New(errs.Invalid, oneKey, classOf(key))
	}
	keys, at, err := o.split(levels)
	if err != nil {
		return nil, err
	}
	var found Handle
	if across {
		found, err = d.columnsWith(at, keys)
	} else {
		found, err = o.rows(a, h, at, keys)
	}
	if err != nil || !o.drops(levels, at) {
		return found, err
	}
	gone := &dropLevel{Axis: o.Axis}
	for _, k := range at {
		gone.Level = append(gone.Level, frame.L(k))
	}
	return valued(apply(gone, found)), nil
}

// rows are those with the keys in these levels.
func (o *xs) rows(a *op.Asker, h Handle, at []int, keys []frame.Label) (Handle, error) {
	parts := make([]*Series, len(at))
	for i, k := range at {
		parts[i] = levelSeries(h, k)
	}
	return rowsWith(a, h, parts, keys)
}

// columnsWith are the columns with the keys in these levels of their labels. NotFound where there are none.
func (d *DataFrame) columnsWith(at []int, keys []frame.Label) (*DataFrame, error) {
	places := []int{}
	for i, c := range colsOf(d) {
		is := true
		for j, k := range at {
			part := c.Name
			if part.Kind() == frame.LabelTuple {
				part = part.Elems()[k]
			}
			is = is && part.Same(keys[j])
		}
		if is {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil, errs.New(errs.NotFound, "%s", frame.Leveled(keys).Repr())
	}
	return d.Iloc(pick.AllPlaces, places), nil
}
