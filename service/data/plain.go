package data

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// plain reports that v can be written to disk or sent: all of it has a form outside this process.
func (c codec) plain(v any) bool {
	switch v := v.(type) {
	case nil, *nd.Array, *op.Pickled:
		return true
	case *frame.Frame:
		return c.plainFrame(v)
	case op.Tuple:
		return c.all(v)
	case *op.Parts:
		return c.all(v.P)
	}
	_, _, err := c.c.Encode(v)
	return err == nil
}

func (c codec) all(vs []any) bool {
	for _, x := range vs {
		if !c.plain(x) {
			return false
		}
	}
	return true
}

// plainFrame looks at the cells of object columns; other columns always have a form.
func (c codec) plainFrame(f *frame.Frame) bool {
	for _, col := range f.Cols {
		if !c.plainColumn(col) {
			return false
		}
	}
	for _, col := range f.Index.Levels {
		if !c.plainColumn(col) {
			return false
		}
	}
	return true
}

func (c codec) plainColumn(col *frame.Column) bool {
	if col.DType.Kind != dtype.Object.Kind && (col.Dict == nil || col.Dict.Values.Objects == nil) {
		return true
	}
	if col.Dict != nil && !c.cells(col.Dict.Values.Objects) {
		return false
	}
	return c.cells(col.Objects)
}

func (c codec) cells(vs []any) bool {
	for _, x := range vs {
		switch x.(type) {
		case nil, string, bool, int, int64, float64, frame.Missing, frame.Timestamp, frame.Timedelta:
			continue
		}
		if _, _, err := c.c.Encode(x); err != nil {
			return false
		}
	}
	return true
}
