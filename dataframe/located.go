package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/axes"
	"github.com/mars-project/mars-go/dataframe/pick"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// located is what a key between brackets, of loc or of iloc selects.
type located struct {
	op.Recipe
	Key   op.Written
	By    string // brackets, loc, iloc, or place: where a series of as many rows is true, whatever its labels
	Every bool   // the rows of one label are a frame or series, as those of a list of it
	Span  bool   // a text stands for all times in the part of time that it names
}

func init() {
	op.Register[located](op.Doc{
		Name: "dataframe.located", Face: "inner", Sig: "located(df, key, by, every=False, span=False)", Summary: "What a key selects",
		Text: "A key is a place or label, a slice or list of them, a condition, or a pair of these for rows and columns.",
	})
}

func (o *located) Build(h Handle, more []Handle) (Handle, error) {
	key := meant(o.Key, 1, more)
	switch o.By {
	case "iloc":
		return o.byPlace(h, key)
	case "place":
		return whereTrue(h, key)
	case "loc":
		return o.byLabel(h, key)
	}
	d, of := h.(*DataFrame)
	_, mask := conditionOf(key)
	switch k := key.(type) {
	case *DataFrame:
		if of {
			return (&whereWritten{row: "where", Cond: op.Written{V: k, Is: true}}).Build(d, nil)
		}
	case op.Slice:
		if wholeNumbers(k) {
			return o.byPlace(h, key)
		}
		return o.byLabel(h, key)
	case Handle:
		return o.byPlace(h, key)
	}
	switch {
	case mask:
		return o.byPlace(h, key)
	case of:
		return d.bracketed(key)
	}
	return o.byLabel(h, key)
}

func (o *located) byPlace(h Handle, key any) (Handle, error) {
	rows, cols, err := rowsAndColumns(h, key)
	if err != nil {
		return nil, err
	}
	if mask, ok := rows.(Handle); ok { // a series meets the rows by label, as in pandas
		h, rows = valued(apply(&pick.Filter{}, h, mask)), everything
	}
	p := &pick.IlocOp{Cols: pick.AllPlaces}
	if p.Rows, err = placesWritten(rows); err != nil {
		return nil, err
	}
	if !isAll(cols) {
		if p.Cols, err = placesWritten(cols); err != nil {
			return nil, err
		}
	}
	return valued(apply(p, h)), nil
}

func (o *located) byLabel(h Handle, key any) (Handle, error) {
	rows, cols, err := rowsAndColumns(h, key)
	if err != nil {
		return nil, err
	}
	if o.Span {
		rows = within(h, rows)
	}
	if is, ok := conditionOf(rows); ok {
		h, rows = valued(apply(&pick.IlocOp{Rows: pick.Places{Kind: "mask", Mask: is}, Cols: pick.AllPlaces}, h)), everything
	} else if mask, ok := rows.(Handle); ok {
		h, rows = valued(apply(&pick.Filter{}, h, mask)), everything
	}
	d, of := h.(*DataFrame)
	if of && !isAll(cols) {
		is, mask := conditionOf(cols)
		switch {
		case mask:
			at, err := d.trueColumns(is)
			if err != nil {
				return nil, err
			}
			h, cols = d.Iloc(pick.AllPlaces, at), everything
		case d.begins(cols), isAll(rows) && (isLabel(cols) || isList(cols)):
			if h, err = d.bracketed(cols); err != nil {
				return nil, err
			}
			cols = everything
		}
	}
	if isAll(rows) && isAll(cols) {
		return h, nil
	}
	p := &pick.LocOp{Cols: pick.AllLabels}
	if p.Rows, err = labelsKey(rows); err == nil && !isAll(cols) {
		p.Cols, err = labelsKey(cols)
	}
	if err != nil {
		return nil, err
	}
	if at, _ := schema.PlacesNamed(h.Value().Meta(), p.Cols.From); of && p.Cols.Kind == "label" && len(at) > 1 {
		p.Cols = pick.Labels{Kind: "list", List: []frame.Label{p.Cols.From}}
	}
	if o.Every && p.Rows.Kind == "label" {
		p.Rows = pick.Labels{Kind: "list", List: []frame.Label{p.Rows.From}}
	}
	return valued(apply(p, h)), nil
}

// whereTrue are the rows where a series of as many is true.
func whereTrue(h Handle, key any) (Handle, error) {
	mask, ok := key.(*Series)
	if !ok {
		return nil, errs.New(errs.Type, "a %s is no condition", classOf(key))
	}
	if schema.SameIndex(h.Value().Meta(), mask.Value().Meta()) {
		return valued(apply(&pick.Filter{}, h, mask)), nil
	}
	if colsOf(mask)[0].Is != dtype.Bool {
		mask = mask.FillNA(false).AsType(dtype.Bool)
	}
	return valued(apply(&pick.Filter{}, h, mask.ToTensor())), nil
}

func isList(v any) bool { _, ok := v.(op.List); return ok }

// bracketed are columns of labels: a frame of a list, or of a label that several columns have or begin with,
// else the one column.
func (d *DataFrame) bracketed(key any) (Handle, error) {
	if l, ok := key.(op.List); ok {
		ls, err := schema.LabelList(tupled(l))
		return FrameOf(apply(&pick.SelectColumns{Columns: ls}, d)), err
	}
	l, err := labelWritten(key)
	if err != nil {
		return nil, err
	}
	n := 0
	several := len(colsOf(d)) > 0
	for _, c := range colsOf(d) {
		if c.Name.Same(l) {
			n++
		}
		several = several && c.Name.Kind() == frame.LabelTuple
	}
	switch {
	case n == 0 && several:
		first := []frame.Label{l}
		if l.Kind() == frame.LabelTuple {
			first = l.Elems()
		}
		return FrameOf(apply(&axes.ColumnPart{First: first}, d)), nil
	case n > 1:
		return FrameOf(apply(&pick.SelectColumns{Columns: []frame.Label{l}}, d)), nil
	}
	return SeriesOf(apply(&pick.Column{Column: l}, d)), nil
}

// theOneColumn is the column of a frame that has one. Errors: Invalid for another number.
func theOneColumn(d *DataFrame, key frame.Label) (*Series, error) {
	if len(colsOf(d)) != 1 {
		return nil, errs.New(errs.Invalid, "Cannot set a DataFrame with multiple columns to the single column %s", key)
	}
	return d.IlocCol(0), nil
}
