package functions

import (
	"bytes"
	"encoding/json"

	"github.com/mars-project/mars-go/errs"
	tables "github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
)

// A Table is a frame that a function gets as pandas has it.
type Table struct {
	Frame *tables.Frame
	Kind  op.Kind // a dataframe, a series or an index
}

// A Label is a value of one cell that a function gets as Python has it.
type Label struct{ Value any }

// InputOf is a value of the engine as an input of a call.
func InputOf(x op.FuncIn) any {
	switch v := x.Value.(type) {
	case *tables.Frame:
		return Table{v, x.Kind}
	case *nd.Array, *op.Pickled, op.Tuple, *op.Parts:
		return v
	}
	return Label{x.Value}
}

// shareTable copies a frame as Arrow has it.
func shareTable(al mem.Allocator, t Table) (*input, error) {
	w := &sharedWriter{al: al}
	defer w.close()
	if err := w.grow(int(t.Frame.Bytes()) + 64<<10); err != nil {
		return nil, err
	}
	err := arrow.WriteAll(w, mem.Heap, arrow.Options{}, t.Frame)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "a %s for a function", t.Kind)
	}
	return w.input("table", t.Kind.String()), nil
}

// readTable is the frame of a table that a process has written.
func readTable(al mem.Allocator, b []byte) (*tables.Frame, error) {
	f, err := arrow.ReadAll(bytes.NewReader(b), al, int64(len(b)))
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "a frame that a function gave")
	}
	return f, nil
}

// shareLabel copies a value of one cell as JSON.
func shareLabel(al mem.Allocator, l Label) (*input, error) {
	text := []byte(`{"na":true}`)
	if _, missing := l.Value.(tables.Missing); !missing {
		x, ok := tables.LabelOf(l.Value)
		if !ok {
			return nil, errs.New(errs.Type, "a function cannot be given a %T", l.Value)
		}
		var err error
		if text, err = json.Marshal(x); err != nil {
			return nil, errs.Wrap(errs.Type, err, "a value for a function")
		}
	}
	w := &sharedWriter{al: al}
	defer w.close()
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	return w.input("label", ""), nil
}

// A sharedWriter writes into a block that grows.
type sharedWriter struct {
	al mem.Allocator
	b  *mem.Block
	n  int
}

func (w *sharedWriter) grow(to int) error {
	b, err := w.al.Alloc(to)
	if err != nil {
		return err
	}
	if w.b != nil {
		copy(b.Bytes(), w.b.Bytes()[:w.n])
		w.b.Release()
	}
	w.b = b
	return nil
}

func (w *sharedWriter) Write(p []byte) (int, error) {
	if w.b == nil || w.n+len(p) > w.b.Len() {
		if err := w.grow(max(2*w.n, w.n+len(p))); err != nil {
			return 0, err
		}
	}
	copy(w.b.Bytes()[w.n:], p)
	w.n += len(p)
	return len(p), nil
}

// input is what was written, which is the writer's no more.
func (w *sharedWriter) input(kind, what string) *input {
	x := &input{described: described{Kind: kind, What: what}, blocks: []*mem.Block{w.b}, bytes: w.n}
	w.b = nil
	return x
}

func (w *sharedWriter) close() {
	if w.b != nil {
		w.b.Release()
	}
}
