package dataframe_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	arrows "github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
)

func batches(rs ...arrows.RecordBatch) iter.Seq2[arrows.RecordBatch, error] {
	return func(yield func(arrows.RecordBatch, error) bool) {
		for _, r := range rs {
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Frames come as Arrow records and are made of them, with their labels.
func TestRecords(t *testing.T) {
	ctx := t.Context()
	s, err := mars.Local(ctx, mars.CPUs(1), mars.Memory("128MiB"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d := dataframe.New(dataframe.C{Name: "n", Data: []int64{3, 1, 2}}, dataframe.C{Name: "t", Data: []any{"a", nil, "c"}}).SortValues("n")
	total, none := d.Col("n").Sum(), d.Filter(d.Col("n").Gt(9))
	if err := s.Execute(ctx, d, d.Col("t"), total, none); err != nil {
		t.Fatal(err)
	}
	var sizes []int64
	var all []arrows.RecordBatch
	for r, err := range dataframe.FetchRecords(ctx, s, d, 2) {
		if err != nil {
			t.Fatal(err)
		}
		sizes, all = append(sizes, r.NumRows()), append(all, r)
	}
	if fmt.Sprint(sizes) != "[2 1]" || all[0].Column(0).(*array.Int64).Value(1) != 2 || !all[0].Column(1).IsNull(0) {
		t.Errorf("%v, %v", sizes, all)
	}
	again := dataframe.FromRecords(batches(all...), dataframe.Chunk{Rows: 1})
	reader, err := array.NewRecordReader(all[0].Schema(), all)
	if err != nil {
		t.Fatal(err)
	}
	read := dataframe.FromRecords(array.IterFromReader(reader))
	same, word := again.Equals(d), read.At(2, "t")
	if err := s.Execute(ctx, same, word); err != nil {
		t.Fatal(err)
	}
	if is, err := dataframe.FetchValue[bool](ctx, s, same); err != nil || !is {
		t.Errorf("made again it differs: %v", err)
	}
	if w, err := dataframe.FetchValue[string](ctx, s, word); err != nil || w != "c" {
		t.Errorf("%q, %v", w, err)
	}
	for r, err := range dataframe.FetchRecords(ctx, s, none) {
		if err != nil || r.NumRows() != 0 || r.NumCols() != 3 {
			t.Errorf("of no rows: %v, %v", r, err)
		}
	}
	if v, err := dataframe.FetchValue[uint8](ctx, s, total); err != nil || v != 6 {
		t.Errorf("%d, %v", v, err)
	}

	of := func(name string) arrows.RecordBatch {
		b := array.NewRecordBuilder(memory.DefaultAllocator, arrows.NewSchema([]arrows.Field{{Name: name, Type: arrows.PrimitiveTypes.Float32}}, nil))
		b.Field(0).(*array.Float32Builder).Append(0.5)
		return b.NewRecordBatch()
	}
	broken := func(yield func(arrows.RecordBatch, error) bool) { yield(nil, errors.New("the disk is gone")) }
	first := func(rs iter.Seq2[arrows.RecordBatch, error]) (err error) {
		for _, err = range rs {
			break
		}
		return err
	}
	for _, c := range []struct {
		kind errs.Kind
		says string
		err  error
	}{
		{errs.Invalid, "no record batch", dataframe.FromRecords(batches()).Err()},
		{errs.Type, "records is nil", dataframe.FromRecords(nil).Err()},
		{errs.Invalid, "record batches: ", dataframe.FromRecords(batches(of("a"), of("b"))).Err()},
		{errs.Invalid, "the disk is gone", dataframe.FromRecords(broken).Err()},
		{errs.Invalid, "batches of -1 rows", first(dataframe.FetchRecords(ctx, s, d, -1))},
		{errs.Type, "given once", first(dataframe.FetchRecords(ctx, s, d, 1, 2))},
		{errs.Type, "is no frame", first(dataframe.FetchRecords(ctx, s, total))},
		{errs.Type, "6 of int64 is no string", second(dataframe.FetchValue[string](ctx, s, total))},
		{errs.Type, "h is nil", second(dataframe.FetchValue[int](ctx, s, nil))},
	} {
		if c.err == nil || !errs.Is(c.err, c.kind) || !strings.Contains(c.err.Error(), c.says) {
			t.Errorf("%s: %v", c.says, c.err)
		}
	}
}

// Arrow records of another library become a frame, and its answer records again.
func ExampleFetchRecords() {
	ctx := context.Background()
	s, err := mars.Local(ctx)
	if err != nil {
		panic(err)
	}
	defer s.Close()
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrows.NewSchema([]arrows.Field{{Name: "height", Type: arrows.PrimitiveTypes.Float64}}, nil))
	b.Field(0).(*array.Float64Builder).AppendValues([]float64{161.5, 151}, nil)
	d := dataframe.FromRecords(batches(b.NewRecordBatch())).SortValues("height")
	if err := s.Execute(ctx, d); err != nil {
		panic(err)
	}
	for r, err := range dataframe.FetchRecords(ctx, s, d) {
		if err != nil {
			panic(err)
		}
		fmt.Println(r.Column(0))
	}
	// Output: [151 161.5]
}
