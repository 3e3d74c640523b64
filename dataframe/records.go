package dataframe

import (
	"bytes"
	"context"
	"iter"

	arrows "github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
)

// FetchRecords brings an executed frame, series or index to Go memory as Arrow record batches of so many
// rows, all in one by default; a frame without rows is one batch. Row labels that are not 0, 1, ... are
// columns behind the others, and the schema says so in pandas' way: pyarrow and FromRecords make the same
// frame of them. An error ends it. array.ReaderFromIter makes a reader of it.
func FetchRecords(ctx context.Context, s op.Session, h op.Handle, rows ...int) iter.Seq2[arrows.RecordBatch, error] {
	return func(yield func(arrows.RecordBatch, error) bool) {
		n, err := one(rows), op.Once(rows)
		if n < 0 {
			err = errs.New(errs.Invalid, "rows: batches of %d rows", n)
		}
		var f *frame.Frame
		if err == nil {
			f, err = FetchFrame(ctx, s, h)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		if n == 0 {
			n = max(f.NRows, 1)
		}
		for lo := 0; lo == 0 || lo < f.NRows; lo += n {
			r, err := arrow.ToRecord(mem.Heap, f.Slice(lo, min(lo+n, f.NRows)))
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// FromRecords makes a frame of Arrow record batches of one schema, which are copied. array.IterFromReader
// gives those of a reader. Row labels are those that pandas or FetchRecords noted in the schema, else 0, 1,
// .... Errors: Invalid for no batch and for batches of different schemas, Type for a column of a type that
// frames lack.
func FromRecords(records iter.Seq2[arrows.RecordBatch, error], o ...Chunk) *DataFrame {
	const name = "dataframe.DataFrame"
	if err := op.Once(o); err != nil {
		return FrameOf(bad(name, err))
	}
	if records == nil {
		return FrameOf(bad(name, errs.New(errs.Type, "records is nil: give record batches")))
	}
	var b bytes.Buffer
	var w *ipc.Writer
	for r, err := range records {
		if err == nil && r == nil {
			err = errs.New(errs.Type, "a record batch is nil")
		}
		if err == nil && w == nil {
			w = ipc.NewWriter(&b, ipc.WithSchema(r.Schema()))
		}
		if err == nil {
			err = w.Write(r)
		}
		if err != nil {
			return FrameOf(bad(name, errs.Wrap(errs.Invalid, err, "record batches")))
		}
	}
	if w == nil {
		return FrameOf(bad(name, errs.New(errs.Invalid, "no record batch: there is no schema")))
	}
	if err := w.Close(); err != nil {
		return FrameOf(bad(name, errs.Wrap(errs.Invalid, err, "record batches")))
	}
	f, err := arrow.ReadAll(&b, mem.Heap, 0)
	if err != nil {
		return FrameOf(bad(name, err))
	}
	return FrameOf(apply(&data{Data: f, ChunkSize: rowsOf(o), kind: op.Frame}))
}
