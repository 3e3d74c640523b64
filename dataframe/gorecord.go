package dataframe

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
)

// A record is a struct whose exported fields are columns: of their names, or of their tags `mars:"name"`; "-"
// leaves one out.
type record struct {
	names  []frame.Label
	dtypes []dtype.DType
	fields []int
}

// recordOf describes a struct. Errors: Type for what is none, and for fields that are no columns.
func recordOf(t reflect.Type) (r record, err error) {
	if t.Kind() != reflect.Struct {
		return r, errs.New(errs.Type, "%s is no struct, whose fields are columns", t)
	}
	for k := range t.NumField() {
		f := t.Field(k)
		name := f.Name
		if tag, ok := f.Tag.Lookup("mars"); ok {
			name = tag
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		d, err := goDType(f.Type)
		if err != nil {
			return r, errs.Wrap(errs.Type, err, "field %s of %s", f.Name, t)
		}
		l, _ := frame.LabelOf(name)
		r.names, r.dtypes, r.fields = append(r.names, l), append(r.dtypes, d), append(r.fields, k)
	}
	if len(r.names) == 0 {
		return r, errs.New(errs.Type, "%s has no exported field, which would be a column", t)
	}
	return r, nil
}

// String is the columns: "{k str, v float64}".
func (r record) String() string {
	var b strings.Builder
	for i, n := range r.names {
		fmt.Fprintf(&b, ", %s %s", n, r.dtypes[i])
	}
	return "{" + strings.TrimPrefix(b.String(), ", ") + "}"
}

// schema is a frame of the columns without rows.
func (r record) schema() (*frame.Frame, error) {
	cols := make([]*frame.Column, len(r.names))
	for i, d := range r.dtypes {
		var err error
		if cols[i], err = chunk.Heap.Build(nil, d); err != nil {
			return nil, err
		}
	}
	return frame.New(frame.NewRange(0, 1, 0), r.names, cols...)
}

// rowsInto are rows of a frame as structs: all, or those of the places.
func rowsInto[T any](r record, f *frame.Frame, places []int) ([]T, error) {
	n := len(places)
	if places == nil {
		n = f.NRows
	}
	out := make([]T, n)
	for k, name := range r.names {
		c := f.Col(name)
		if c == nil {
			return nil, errs.New(errs.NotFound, "no column %s; the columns are %s", name, someOf(f.Names))
		}
		for i := range out {
			at := i
			if places != nil {
				at = places[i]
			}
			if err := setCell(reflect.ValueOf(&out[i]).Elem().Field(r.fields[k]), c, at); err != nil {
				return nil, errs.Wrap(errs.KindOf(err), err, "column %s, row %s", name, f.Index.Label(at))
			}
		}
	}
	return out, nil
}

// columnsOf are structs as columns.
func columnsOf[T any](e column.Env, r record, rows []T) ([]*frame.Column, error) {
	v := reflect.ValueOf(rows)
	cols, cells := make([]*frame.Column, len(r.names)), make([]any, len(rows))
	for k, d := range r.dtypes {
		for i := range cells {
			cells[i] = goCell(v.Index(i).Field(r.fields[k]))
		}
		var err error
		if cols[k], err = e.Build(cells, d); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "column %s", r.names[k])
		}
	}
	return cols, nil
}
