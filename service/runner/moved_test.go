package runner_test

import (
	"context"
	"testing"

	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/runner"
)

// A mover calls nothing: it copies the inputs of calls and offers the copies.
type mover struct{}

func (mover) Call(_ context.Context, by runner.By, c op.FuncCall) ([]any, error) {
	for i, in := range c.In {
		v, err := in.Value.(*nd.Array).Clone(by.Grant)
		if err != nil {
			return nil, err
		}
		by.Moved(i, v)
		v.Block.Release()
	}
	return nil, nil
}

// What a function was given a copy of, the store has in that copy from then on; what is no stored value, or
// read by others at the same time, it has as before.
func TestCopiesForFunctionsStayInTheStore(t *testing.T) {
	g := open(t, "w", 1, nil)
	band := service.Band{Node: "w", Name: "numa-0"}
	r, err := runner.New(runner.Options{Band: band, Store: g.data, Slots: g.slots, Functions: mover{}})
	if err != nil {
		t.Fatal(err)
	}
	g.Runner = r
	g.put("a", 1, 2)
	at := func() *nd.Array {
		p, err := g.data.Get(bg, "s", key("a"))
		if err != nil {
			t.Fatal(err)
		}
		defer p.Release()
		return p.Value().(*nd.Array)
	}
	called := func(x *op.Exec) error {
		in := []op.FuncIn{{Value: x.In(0)}, {Value: array(x.Mem(), 7)}}
		if _, err := x.Call(op.FuncCall{In: in}); err != nil {
			return err
		}
		return x.Put(0, x.Array(0).Slice(0, 0, 1, 1))
	}
	was := at()
	if x := g.do(subtask(map[int]string{0: "b"}, call(called, stored("a")))); x.Err != nil {
		t.Fatal(x.Err)
	}
	now := at()
	if now == was {
		t.Error("the copy is not kept")
	}
	g.want("a", 1, 2)
	g.want("b", 1)
	p, err := g.data.Get(bg, "s", key("a"))
	if err != nil {
		t.Fatal(err)
	}
	x := g.Run(g.work(64<<10, subtask(map[int]string{0: "c"}, call(called, stored("a")))))
	p.Release()
	if x.Err != nil {
		t.Fatal(x.Err)
	}
	if at() != now {
		t.Error("it was moved while others read it")
	}
}
