package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/tensor"
)

// frame is the frame of data under other labels, if to says so.
func (o *made) frame(data any, to Handle) (d *DataFrame, err error) {
	var columns []frame.Label
	if o.Columns.V != nil {
		if columns, err = labelsWritten(o.Columns.V); err != nil {
			return nil, err
		}
	}
	if t, ok := data.(*tensor.Tensor); ok {
		if d = FromTensor(t, labelsAny(columns)...); to != nil {
			d = d.SetLabels(to)
		}
		return d, nil
	}
	switch v := data.(type) {
	case *DataFrame:
		if d = v; to != nil {
			d = d.Reindex(to)
		}
	case op.Dict:
		if d, err = columnsMade(v, to); err != nil {
			return nil, err
		}
	default:
		s, err := seriesMade(data)
		if err != nil {
			return nil, err
		}
		if to != nil {
			s = s.under(data, to)
		}
		if len(columns) > 0 && s.Name().IsNil() {
			return s.ToFrame(columns[0]), nil
		}
		if d = s.ToFrame(); len(columns) > 0 && !slices.ContainsFunc(columns, s.Name().Same) {
			d = d.Head(0)
		}
	}
	if o.Columns.V == nil {
		return d, nil
	}
	lost := map[any]any{} // but of a frame they are objects
	for _, l := range columns {
		if _, of := data.(*DataFrame); !of && !d.has(l) {
			lost[l] = dtype.Object
		}
	}
	if d = FrameOf(apply(&reindexColumns{Columns: columns}, d)); len(lost) > 0 {
		d = d.AsType(lost)
	}
	return d, nil
}

// columnsMade is a frame of columns, in their order.
func columnsMade(data op.Dict, to Handle) (*DataFrame, error) {
	var names, labels []any
	var labeled []Handle
	var first Handle // without labels
	for _, e := range data {
		name, err := labelWritten(e.Key)
		if err != nil {
			return nil, err
		}
		names = append(names, name)
		switch v := e.Value.(type) {
		case *Series:
			if v.Name() != cells.Listed {
				labels, labeled = append(labels, name), append(labeled, v)
			} else if first == nil {
				first = v
			}
		case Handle:
			if first == nil {
				first = v
			}
		}
	}
	var d *DataFrame
	switch {
	case len(labeled) > 1:
		d = Concat(labeled, Concats{Axis: 1, Keys: labels, Sort: true})
	case len(labeled) == 1:
		d = labeled[0].(*Series).ToFrame(labels[0])
	default:
		s, err := seriesMade(first)
		if err != nil {
			return nil, err
		}
		d, labels = s.ToFrame("of"), nil
	}
	switch {
	case to != nil && labels == nil:
		d = d.SetLabels(to)
	case to != nil:
		d = d.Reindex(to)
	}
	for i, e := range data {
		switch v := e.Value.(type) {
		case *Index:
			d = d.Assign(C{names[i], v.ToSeries(cells.Listed)})
		case *Series:
			if v.Name() == cells.Listed {
				d = d.Assign(C{names[i], v})
			}
		default:
			d = d.Assign(C{names[i], v})
		}
	}
	return d.Select(names...), nil
}
