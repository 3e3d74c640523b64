package dataframe

import (
	"fmt"
	"reflect"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// A Batcher is what BatchFunc gives, of any types.
type Batcher interface{ batches() (*batchFunc, error) }

// A BatchFunction is a function of many rows that is registered. See BatchFunc.
type BatchFunction[In, Out any] struct {
	g  *op.GoFunc
	fn *batched
}

// BatchFunc registers a function of the rows of a chunk under a name; call it from init, in every program
// that runs chunks, or in a package variable. In and Out are structs whose exported fields are columns, of
// their names or of their tags `mars:"name"`; "-" leaves one out. A pointer is nil where the cell is missing.
// It gives as many rows as it likes:
//
//	var Legs = dataframe.BatchFunc("acme/legs", func(trips []Trip) ([]Leg, error) { ... })
//	legs := trips.MapBatches(Legs)
//
// A panic of it is the error of the task, with the line. It panics for a name that is taken and for types
// that are no such structs.
func BatchFunc[In, Out any](name string, f func([]In) ([]Out, error), o ...op.FuncOption) BatchFunction[In, Out] {
	fn, g := registerBatches("batches", name, f, o)
	return BatchFunction[In, Out]{g, fn}
}

// MapBatches calls a function for the rows of each chunk; see BatchFunc. The result has the columns of Out,
// and rows 0, 1, ....
func (d *DataFrame) MapBatches(f Batcher) *DataFrame {
	if op.IsNil(f) {
		return FrameOf(bad("dataframe.batches", errUnmade("BatchFunc")))
	}
	o, err := f.batches()
	if err != nil {
		return FrameOf(bad("dataframe.batches", err))
	}
	return FrameOf(apply(o, d))
}

func (f BatchFunction[In, Out]) batches() (*batchFunc, error) {
	if f.g == nil {
		return nil, errUnmade("BatchFunc")
	}
	return f.fn.operand(f.g)
}

// A batched is a function of rows as structs.
type batched struct {
	in, out record
	call    func(e column.Env, f *frame.Frame, groups [][]int) ([]*frame.Column, int, error)
}

func registerBatches[In, Out any](what, name string, f func([]In) ([]Out, error), o []op.FuncOption) (*batched, *op.GoFunc) {
	fn, err := batchedOf(f)
	if err != nil {
		panic(fmt.Sprintf("dataframe: function %q: %v", name, err))
	}
	return fn, op.RegisterGo(op.GoFunc{Name: name, Signature: fmt.Sprintf("%s(%s) %s", what, fn.in, fn.out), F: fn}, o...)
}

func batchedOf[In, Out any](f func([]In) ([]Out, error)) (b *batched, err error) {
	if f == nil {
		return nil, errs.New(errs.Type, "f is nil")
	}
	b = &batched{}
	if b.in, err = recordOf(reflect.TypeFor[In]()); err != nil {
		return nil, err
	}
	if b.out, err = recordOf(reflect.TypeFor[Out]()); err != nil {
		return nil, err
	}
	one := func(rows []In) (out []Out, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = op.Panicked(r)
			}
		}()
		if out, err = f(rows); err != nil {
			return nil, op.Failed(err)
		}
		return out, nil
	}
	b.call = func(e column.Env, f *frame.Frame, groups [][]int) ([]*frame.Column, int, error) {
		var all []Out
		for _, g := range groups {
			rows, err := rowsInto[In](b.in, f, g)
			if err != nil {
				return nil, 0, err
			}
			out, err := one(rows)
			if err != nil {
				return nil, 0, err
			}
			all = append(all, out...)
		}
		cols, err := columnsOf(e, b.out, all)
		return cols, len(all), err
	}
	return b, nil
}

func (b *batched) operand(g *op.GoFunc) (*batchFunc, error) {
	schema, err := b.out.schema()
	if err != nil {
		return nil, err
	}
	o := &batchFunc{Func: g.Name, Need: g.Label(), Schema: schema, Columns: b.in.names}
	o.Deterministic = g.Deterministic
	return o, nil
}

// batchFunc calls a function in Go with the rows of a chunk, or with those of each group of it.
type batchFunc struct {
	op.Opaque
	Func    string
	By      []frame.Label // rows with equal values in these columns are a group; groups are in their order
	Columns []frame.Label `sig:"-"` // that it reads
	Schema  *frame.Frame  `sig:"-"` // what comes out, without rows
	Need    string        `sig:"-"` // the label of workers that have the function
}

func init() {
	op.Register[batchFunc](op.Doc{
		Face: "inner", Gives: "dataframe",
		Name: "dataframe.batches", Sig: "batches(df, func, by=None)", Summary: "Rows that a registered Go function makes of those of a chunk or group",
	})
}

// Needs are workers that have the function.
func (o *batchFunc) Needs() []string { return []string{o.Need} }

func (o *batchFunc) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Frame {
		return nil, errs.New(errs.Type, "a function of rows of a frame got a %s", in[0].Kind)
	}
	if o.Schema == nil {
		return nil, errs.New(errs.Invalid, "no schema of what function %q gives", o.Func)
	}
	for _, l := range append(o.Columns[:len(o.Columns):len(o.Columns)], o.By...) {
		if !in[0].Open && in[0].Find(l) < 0 {
			return nil, errs.New(errs.NotFound, "function %q wants a column %s", o.Func, l)
		}
	}
	m := *op.SchemaOf(o.Schema)
	m.Dims = []op.Dim{op.Sym(fmt.Sprintf("batches %s %d", o.Func, o.Nonce), in...)}
	m.Index = op.FreshRange(m.Dims[0])
	return []op.Meta{m}, nil
}

// Tile is a task for each chunk, after rows of a group have met.
func (o *batchFunc) Tile(t *op.Tiler) error {
	g := t.In(0)
	if len(o.By) == 0 || g.Len() == 1 {
		return t.Out(t.Map(g))
	}
	return t.Out(t.Shuffle(op.ByKey, op.By(g, o.By...)))
}

// Exec calls the function; a chunk without rows is answered without a call.
func (o *batchFunc) Exec(x *op.Exec) error {
	f := x.Frame(0)
	fn, err := op.Registered[*batched](o.Func, o.Need)
	if err != nil {
		return err
	}
	var groups [][]int
	switch {
	case f.NRows == 0:
	case len(o.By) > 0:
		if groups, err = groupsOf(f, o.By); err != nil {
			return err
		}
	default:
		groups = [][]int{nil}
	}
	cols, n, err := fn.call(chunk.Env(x), f, groups)
	if err != nil {
		return op.InFunc(o.Func, err, "")
	}
	out, err := frame.New(frame.NewRange(0, 1, n), o.Schema.Names, cols...)
	if err != nil {
		return err
	}
	return x.Put(0, out)
}

// Labels: they are not looked at.
func (*batchFunc) Labels(int) op.Look { return op.Ignores }
