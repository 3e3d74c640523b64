package rpc

import (
	"bytes"
	"context"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/graph"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/service"
)

// reporting is a report on its way: as it is, or as bytes. One whose body cannot be read arrives as Bad.
type reporting struct {
	report service.Report
	raw    []byte
}

func report(s Reporter, ctx context.Context, r reporting) (oscar.None, error) {
	x, err := r.open()
	if err != nil {
		return oscar.None{}, err
	}
	return oscar.None{}, s.Report(ctx, x)
}

// MarshalBinary is the report as bytes.
func (r reporting) MarshalBinary() ([]byte, error) {
	x := &r.report
	w := graph.NewCallWriter(nil)
	w.Str(x.Band.Node)
	w.Str(x.Band.Name)
	w.Uint(x.Epoch)
	w.Uint(x.Seq)
	w.Bool(x.Answer)
	w.Int(int64(x.Away))
	for _, n := range []int64{int64(x.Load.Queued), int64(x.Load.Running), int64(x.Load.Slots), x.Load.MemFree, x.Load.MemLimit} {
		w.Int(n)
	}
	w.Len(len(x.Results))
	var before runBase
	for i := range x.Results {
		writeResult(w, &x.Results[i], &before)
	}
	w.Len(len(x.Returned))
	for _, id := range x.Returned {
		before.write(w, id)
	}
	w.Len(len(x.Promoted))
	for i := range x.Promoted {
		w.Uint(uint64(x.Promoted[i].Task))
		writeFacts(w, &x.Promoted[i].Facts)
	}
	return w.B, nil
}

// UnmarshalBinary keeps the bytes for open.
func (r *reporting) UnmarshalBinary(b []byte) error {
	r.raw = bytes.Clone(b)
	return nil
}

// open is the report. Invalid: not even its head can be read.
func (r *reporting) open() (service.Report, error) {
	if r.raw == nil {
		return r.report, nil
	}
	b := graph.NewCallReader(r.raw, nil)
	head := service.Report{Band: service.Band{Node: b.Str(), Name: b.Str()}, Epoch: b.Uint(), Seq: b.Uint()}
	if err := b.Err(); err != nil {
		return head, errs.Wrap(errs.Invalid, err, "head of a report")
	}
	x := head
	x.Answer, x.Away = b.Bool(), b.Int32()
	x.Load = service.Load{Queued: b.Int32(), Running: b.Int32(), Slots: b.Int32(), MemFree: b.Int(), MemLimit: b.Int()}
	var before runBase
	if n := b.Len(6); n > 0 {
		x.Results = make([]service.Result, n)
	}
	for i := range x.Results {
		readResult(b, &x.Results[i], &before)
	}
	if n := b.Len(2); n > 0 {
		x.Returned = make([]service.Run, n)
	}
	for i := range x.Returned {
		x.Returned[i] = before.read(b)
	}
	if n := b.Len(1); n > 0 {
		x.Promoted = make([]service.Promotion, n)
	}
	for i := range x.Promoted {
		x.Promoted[i] = service.Promotion{Task: service.TaskID(b.Uint()), Facts: readFacts(b)}
	}
	if err := b.End(); err != nil {
		head.Bad = service.FailureOf(errs.Wrap(errs.KindOf(err), err, "report %d of %s cannot be read", head.Seq, head.Band))
		return head, nil
	}
	return x, nil
}

// runBase is the run before: neighbours differ by little.
type runBase struct{ id service.SubtaskID }

func (b *runBase) write(w *graph.CallWriter, r service.Run) {
	w.Int(int64(r.ID) - int64(b.id))
	w.Int(int64(r.Attempt))
	b.id = r.ID
}

func (b *runBase) read(r *graph.CallReader) service.Run {
	b.id += service.SubtaskID(r.Int())
	return service.Run{ID: b.id, Attempt: r.Int32()}
}

func writeResult(w *graph.CallWriter, x *service.Result, before *runBase) {
	before.write(w, x.Run())
	w.Uint(uint64(x.Lease))
	w.Int(int64(x.Started))
	w.Int(int64(x.Ended - x.Started))
	w.Int(x.Peak)
	if f := x.Err; f != nil {
		w.Bool(true)
		w.Byte(byte(f.Kind))
		for _, s := range []string{f.Msg, f.Site, f.Op, f.Where, f.Trace, f.Peer, f.Quota, f.Python} {
			w.Text(s)
		}
		if w.Bool(f.Raised != nil); f.Raised != nil {
			w.Text(f.Raised.Type)
			w.Str(f.Raised.Pickle)
		}
		w.Len(len(x.Lost))
		for i, k := range x.Lost {
			w.Key(k)
			if i < len(x.Versions) {
				w.Uint(x.Versions[i])
			} else {
				w.Uint(0)
			}
		}
		return
	}
	w.Bool(false)
	w.Len(len(x.Facts))
	for i := range x.Facts {
		writeFacts(w, &x.Facts[i])
	}
}

func readResult(r *graph.CallReader, x *service.Result, before *runBase) {
	id := before.read(r)
	x.ID, x.Attempt, x.Lease = id.ID, id.Attempt, service.LeaseID(r.Uint())
	x.Started = service.Nanos(r.Int())
	x.Ended = x.Started + service.Nanos(r.Int())
	x.Peak = r.Int()
	if r.Bool() {
		x.Err = &service.Failure{
			Kind: errs.Kind(r.Byte()), Msg: r.Text(), Site: r.Text(), Op: r.Text(), Where: r.Text(), Trace: r.Text(),
			Peer: r.Text(), Quota: r.Text(), Python: r.Text(),
		}
		if r.Bool() {
			x.Err.Raised = &errs.Exception{Type: r.Text(), Pickle: r.Str()}
		}
		if n := r.Len(len(op.Key{}) + 1); n > 0 {
			x.Lost, x.Versions = make([]op.Key, n), make([]uint64, n)
		}
		for i := range x.Lost {
			x.Lost[i], x.Versions[i] = r.Key(), r.Uint()
		}
		return
	}
	if n := r.Len(1); n > 0 {
		x.Facts = make([]service.Facts, n)
	}
	for i := range x.Facts {
		x.Facts[i] = readFacts(r)
	}
}

func writeFacts(w *graph.CallWriter, f *service.Facts) {
	w.Key(f.Key)
	w.Bool(f.Local)
	w.Facts(&f.Facts)
}

func readFacts(r *graph.CallReader) service.Facts {
	return service.Facts{Key: r.Key(), Local: r.Bool(), Facts: r.Facts()}
}
