package dataframe

import (
	"fmt"
	"reflect"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Rower is what RowFunc gives, of any type.
type Rower interface{ rows() (*applyFunc, error) }

// A RowFunction is a function of rows that is registered. See RowFunc.
type RowFunction[T any] struct {
	g  *op.GoFunc
	fn *function
}

// RowFunc registers a function of a row under a name; call it from init, in every program that runs chunks,
// or in a package variable:
//
//	var Speed = dataframe.RowFunc("acme/speed", func(r dataframe.Row) float64 {
//		return r.Float("distance") / r.Float("hours")
//	})
//	s := trips.ApplyFunc(Speed)
//
// T is bool, a number, string, time.Time, time.Duration, or any for objects; a pointer or an sql.Null of one
// may miss. Row.Fail has it fail. A panic of it is the error of the task, with the line. It panics for a name
// that is taken and for another T.
func RowFunc[T any](name string, f func(Row) T, o ...op.FuncOption) RowFunction[T] {
	fn, err := rowsTo(f)
	if err != nil {
		panic(fmt.Sprintf("dataframe: function %q: %v", name, err))
	}
	return RowFunction[T]{op.RegisterGo(op.GoFunc{Name: name, Signature: fmt.Sprintf("func(dataframe.Row) %s", fn.out), F: fn}, o...), fn}
}

func rowsTo[T any](f func(Row) T) (*function, error) {
	d, err := goDType(reflect.TypeFor[T]())
	switch {
	case err != nil:
		return nil, err
	case f == nil:
		return nil, errs.New(errs.Type, "f is nil")
	}
	return &function{out: d, row: func(r Row) (any, error) { return cellOf(f(r)), nil }}, nil
}

func (f RowFunction[T]) rows() (*applyFunc, error) {
	if f.g == nil {
		return nil, errUnmade("RowFunc")
	}
	o := &applyFunc{Func: f.g.Name, Need: f.g.Label(), DType: f.fn.out, Rows: true}
	o.Deterministic = f.g.Deterministic
	return o, nil
}

// errUnmade is the error of a function that was declared and not registered.
func errUnmade(by string) error {
	return errs.New(errs.Invalid, "the function is not registered: give what %s returned", by)
}

// Apply calls a closure for every row, as ApplyFunc calls a function that has a name. What has no name cannot
// travel: it runs where the engine is in this process, in a session of mars.Local, and a cluster refuses it.
func Apply[T any](d *DataFrame, f func(Row) T) *Series {
	fn, err := rowsTo(f)
	if err != nil {
		return SeriesOf(bad("dataframe.apply", err))
	}
	return SeriesOf(apply(&applyFunc{Func: "closure", Need: "closure:", DType: fn.out, Rows: true, closure: fn}, d))
}
