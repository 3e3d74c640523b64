package dataframe

import (
	"context"
	"fmt"
	"iter"
	"reflect"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

func noSession() error {
	return errs.New(errs.Invalid, "s is nil: give the session that executed the value")
}

// FetchFrame brings an executed frame, series or index to Go memory; a series is a frame of one column, an
// index one of none.
func FetchFrame(ctx context.Context, s op.Session, h op.Handle) (*frame.Frame, error) {
	if s == nil {
		return nil, noSession()
	}
	if op.IsNil(h) {
		return nil, errs.New(errs.Type, "h is nil: give a frame or series that was executed")
	}
	v, err := s.Fetch(ctx, h)
	if err != nil {
		return nil, err
	}
	f, ok := v.(*frame.Frame)
	if !ok {
		return nil, errs.New(errs.Type, "a %s is no frame: it is fetched as a %T", h.Value().Meta().Kind, v)
	}
	return f, nil
}

// FetchColumn brings a column of an executed frame, or an executed series, to Go memory. T is a Go number,
// bool or string, and elements of another width or sort are converted where they fit it: int64 to float64,
// not the other way. Missing ones are NaN of floats.
//
// Errors: NotFound for a column that is not there, Type for elements that do not fit, or that are missing
// where T cannot say so.
func FetchColumn[T any](ctx context.Context, s op.Session, h op.Handle, column ...any) ([]T, error) {
	f, err := FetchFrame(ctx, s, h)
	if err != nil {
		return nil, err
	}
	c, err := fetched(f, column)
	if err != nil {
		return nil, err
	}
	out := make([]T, f.NRows)
	for i := range out {
		if err := setCell(reflect.ValueOf(&out[i]).Elem(), c, i); err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "row %s", f.Index.Label(i))
		}
	}
	return out, nil
}

// fetched is the column that a caller names, or the only one.
func fetched(f *frame.Frame, column []any) (*frame.Column, error) {
	switch {
	case len(column) == 0 && len(f.Cols) == 1:
		return f.Cols[0], nil
	case len(column) != 1:
		return nil, errs.New(errs.Invalid, "column: name one of the %d columns", len(f.Cols))
	}
	l, ok := frame.LabelOf(column[0])
	if !ok {
		return nil, errs.New(errs.Type, "column: a %T is no label", column[0])
	}
	if c := f.Col(l); c != nil {
		return c, nil
	}
	return nil, errs.New(errs.NotFound, "no column %s; the columns are %s", l, someOf(f.Names))
}

// FetchValue brings an executed scalar to Go: a cell, or what a series was reduced to. T is what it is for
// FetchColumn.
//
// Errors: Type for a value that does not fit, or that is missing where T cannot say so.
func FetchValue[T any](ctx context.Context, s op.Session, h *Scalar) (out T, err error) {
	v, err := h.Fetch(ctx, s)
	if err == nil {
		err = setValue(reflect.ValueOf(&out).Elem(), v, fmt.Sprintf("%T", v))
	}
	return out, err
}

// setCell puts the cell of a row into a Go variable.
func setCell(to reflect.Value, c *frame.Column, i int) error {
	return setValue(to, chunk.Own(c.Cell(i)), c.DType.String())
}

// setValue puts a value into a Go variable; is says for errors what it is.
func setValue(to reflect.Value, v any, is string) error {
	if to.Kind() == reflect.Interface && to.NumMethod() == 0 {
		if v != nil {
			to.Set(reflect.ValueOf(v))
		}
		return nil
	}
	if to.Kind() == reflect.Pointer { // nil where it is missing
		if frame.IsMissing(v) {
			return nil
		}
		to.Set(reflect.New(to.Type().Elem()))
		return setValue(to.Elem(), v, is)
	}
	if isNull(to.Type()) {
		if frame.IsMissing(v) {
			return nil
		}
		to.Field(1).SetBool(true)
		return setValue(to.Field(0), v, is)
	}
	if frame.IsMissing(v) {
		if to.CanFloat() {
			to.SetFloat(chunk.Nan)
			return nil
		}
		return errs.New(errs.Type, "a missing value is no %s", to.Type())
	}
	from := reflect.ValueOf(v)
	fits := false
	switch {
	case from.Type() == to.Type():
		to.Set(from)
		return nil
	case to.Type() == timeType || to.Type() == spanType:
		return setTime(to, v, is)
	case to.Kind() == reflect.Bool && from.Kind() == reflect.Bool:
		to.SetBool(from.Bool())
		return nil
	case to.Kind() == reflect.String && from.Kind() == reflect.String:
		to.SetString(from.String())
		return nil
	case to.CanInt() && from.CanInt():
		fits = !to.OverflowInt(from.Int())
	case to.CanInt() && from.CanUint():
		fits = from.Uint() < 1<<63 && !to.OverflowInt(int64(from.Uint()))
	case to.CanUint() && from.CanInt():
		fits = from.Int() >= 0 && !to.OverflowUint(uint64(from.Int()))
	case to.CanUint() && from.CanUint():
		fits = !to.OverflowUint(from.Uint())
	case to.CanFloat():
		fits = from.CanInt() || from.CanUint() || from.CanFloat()
	}
	if !fits {
		return errs.New(errs.Type, "%v of %s is no %s", v, is, to.Type())
	}
	to.Set(from.Convert(to.Type()))
	return nil
}

// FetchRows brings an executed frame to Go memory and goes through its rows by label. An error ends it: it
// comes with the row where it was met.
func FetchRows(ctx context.Context, s op.Session, d *DataFrame) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		f, err := FetchFrame(ctx, s, d)
		if err != nil {
			yield(Row{}, err)
			return
		}
		for i := range f.NRows {
			var fail error
			r := Row{f, i, &fail}
			if !yield(r, nil) {
				return
			}
			if fail != nil {
				yield(r, errs.Wrap(errs.KindOf(fail), fail, "row %s", r.Label()))
				return
			}
		}
	}
}

// FetchInto brings an executed frame to a slice of structs: each exported field is the column of its name, or
// of its tag `mars:"name"`; "-" leaves it out. A pointer is nil where the cell is missing. Errors are those
// of FetchColumn.
func FetchInto[T any](ctx context.Context, s op.Session, d *DataFrame) ([]T, error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return nil, errs.New(errs.Type, "T is %s, which is no struct", t)
	}
	f, err := FetchFrame(ctx, s, d)
	if err != nil {
		return nil, err
	}
	out := make([]T, f.NRows)
	for k := range t.NumField() {
		field := t.Field(k)
		name := field.Name
		if tag, ok := field.Tag.Lookup("mars"); ok {
			name = tag
		}
		if !field.IsExported() || name == "-" {
			continue
		}
		c, err := fetched(f, []any{name})
		if err != nil {
			return nil, errs.Wrap(errs.KindOf(err), err, "field %s", field.Name)
		}
		for i := range out {
			if err := setCell(reflect.ValueOf(&out[i]).Elem().Field(k), c, i); err != nil {
				return nil, errs.Wrap(errs.KindOf(err), err, "field %s, row %s", field.Name, f.Index.Label(i))
			}
		}
	}
	return out, nil
}
