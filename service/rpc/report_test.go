package rpc

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

func someReport() service.Report {
	var h op.Hasher
	k := h.Str("k").Sum()
	schema := op.NewFrame(op.Dim{N: 3}, op.FreshRange(op.Sym("rows")), op.Col{Name: frame.L("a"), Type: op.Pending(dtype.Int64, dtype.Float64)})
	facts := op.Facts{
		Shape: []int{3}, Bytes: 1 << 40, Schema: &schema,
		Cols: []op.ColFacts{
			{Nulls: 2, DType: dtype.DatetimeTZ(dtype.Nano, "UTC"), Sorted: true, Min: frame.L(1.5), Max: frame.Tup("x", 2)},
			{DType: dtype.NullStr, Unique: true},
		},
		Parts: []op.PartFacts{{Rows: 1, Bytes: 8}, {}},
	}
	id := service.MakeTaskID(3, 9)
	return service.Report{
		Band: service.Band{Node: "w", Name: "numa-0"}, Epoch: 7, Seq: 12, Answer: true, Load: service.Load{Queued: 3, Slots: 2, MemFree: -1, MemLimit: 5},
		Results: []service.Result{
			{ID: id.Subtask(5), Attempt: 2, Lease: 4, Facts: []service.Facts{{Key: k, Local: true, Facts: facts}}, Started: 1e18, Ended: 1e18 + 5, Peak: 9},
			{ID: id.Subtask(3), Err: &service.Failure{Kind: errs.Lost, Msg: "gone", Site: "a.py:3", Op: "tensor.add", Where: "t9/s3", Trace: "x", Peer: "w2", Quota: "disk", Python: "'gone'", Raised: &errs.Exception{Type: "shop.Gone", Pickle: "\x80\x00"}}, Lost: []op.Key{k}, Versions: []uint64{300}},
		},
		Returned: []service.Run{{ID: id.Subtask(8), Attempt: 1}},
		Promoted: []service.Promotion{{Task: id, Facts: service.Facts{Key: k, Facts: op.Facts{Shape: []int{}}}}},
	}
}

func TestReportsCrossALinkOfBytes(t *testing.T) {
	want := someReport()
	for i, f := 0, reflect.ValueOf(*want.Results[1].Err); i < f.NumField(); i++ {
		if f.Field(i).IsZero() {
			t.Errorf("the report of this test has no %s", f.Type().Field(i).Name)
		}
	}
	b, err := reporting{report: want}.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var r reporting
	if err := r.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	got, err := r.open()
	if err != nil || got.Bad != nil {
		t.Fatal(err, got.Bad)
	}
	if d := cmp.Diff(want, got, same...); d != "" {
		t.Error(d)
	}
	for n := range b {
		cut := reporting{raw: b[:n:n]}
		if got, err := cut.open(); err == nil && (got.Bad == nil || !strings.Contains(got.Bad.Msg, "report 12 of w/numa-0 cannot be read") || got.Results != nil) {
			t.Errorf("cut at %d: %+v", n, got)
		}
	}
}

func FuzzReport(f *testing.F) {
	b, err := reporting{report: someReport()}.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		r := reporting{raw: b}
		x, err := r.open()
		if err != nil || x.Bad != nil {
			return
		}
		again, err := reporting{report: x}.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		s := reporting{raw: again}
		if y, err := s.open(); err != nil || y.Bad != nil || !cmp.Equal(x, y, same...) {
			t.Fatalf("what was read is not what was written: %v %v", err, y.Bad)
		}
	})
}
