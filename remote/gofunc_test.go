package remote_test

import (
	"errors"
	"strings"
	"testing"

	mars "github.com/mars-project/mars-go"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
)

// bounds are what a function gives with several parts.
type bounds struct {
	Low, High float64
	Names     []string
}

var (
	answer = remote.Func0("test/answer", func() (int, error) { return 42, nil }, remote.Deterministic())
	spread = remote.Func1("test/spread", func(a []float64) (bounds, error) { return bounds{a[0], a[len(a)-1], []string{"a"}}, nil })
	scale  = remote.Func2("test/scale", func(a []float64, k int) ([]float64, error) {
		for i := range a {
			a[i] *= float64(k)
		}
		return a, nil
	})
	width = remote.Func3("test/width", func(b bounds, add float64, name string) (string, error) {
		if b.High-b.Low+add != 12 {
			return "", errors.New("not so wide")
		}
		return name + b.Names[0], nil
	})
	counted = remote.Func4("test/rows", func(f *frame.Frame, a *nd.Array, one float64, more map[string]int) (int, error) {
		return f.NRows + a.Shape[1] + int(one) + more["n"], nil
	})
	boom = remote.Func1("test/boom", func(a []int64) (int, error) { return int(a[7]), nil })
)

func session(t *testing.T) *mars.Session {
	t.Helper()
	s, err := mars.Local(t.Context(), mars.Workers(2), mars.CPUs(2), mars.Memory("256m"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func fetched[R any](t *testing.T, s *mars.Session, v *remote.Value[R]) R {
	t.Helper()
	if err := s.Execute(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	r, err := v.Fetch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Functions get values that travel, what others gave, and what lies in the cluster, whole.
func TestGoFunctions(t *testing.T) {
	s := session(t)
	a := tensor.AsType(tensor.Arange(0, 11, 1, tensor.Create{Chunk: []int{4}}), dtype.Float64)
	of := remote.In[[]float64](a)
	if n := fetched(t, s, answer.Spawn()); n != 42 {
		t.Error(n)
	}
	doubled := scale.Spawn(of, remote.Of(2))
	if got := fetched(t, s, doubled); len(got) != 11 || got[10] != 20 {
		t.Error(got)
	}
	if got := fetched(t, s, spread.Spawn(doubled)); got.High != 20 || got.Names[0] != "a" {
		t.Error(got)
	}
	if got := fetched(t, s, width.Spawn(spread.Spawn(of), remote.Of(2.0), remote.Of("x"))); got != "xa" {
		t.Error(got)
	}
	d := dataframe.New(dataframe.C{Name: "k", Data: []int64{1, 2, 3}})
	n := counted.Spawn(remote.In[*frame.Frame](d), remote.In[*nd.Array](tensor.Ones(tensor.Shape(2, 10), tensor.Create{Chunk: []int{1, 3}})), remote.In[float64](tensor.Sum(a)), remote.Of(map[string]int{"n": 1000}))
	if got := fetched(t, s, n); got != 3+10+55+1000 {
		t.Error(got)
	}
	if got := fetched(t, s, scale.Call([]float64{1, 2}, 3)); got[1] != 6 {
		t.Error(got)
	}
	if x, y := answer.Spawn().Value().Meta().Key, answer.Spawn().Value().Meta().Key; x != y {
		t.Error("equal calls of a deterministic function differ")
	}
}

// What is wrong is said at the call where it can be known, and else by the function's name; the cluster goes
// on.
func TestGoFunctionsFail(t *testing.T) {
	s := session(t)
	a := tensor.Arange(0, 4, 1)
	for want, v := range map[string]op.Handle{
		`function "test/boom": panic: runtime error: index out of range [7] with length 4 at gofunc_test.go:`: boom.Spawn(remote.In[[]int64](a)),
		`function "test/width": not so wide`:                                   width.Call(bounds{}, 1, "x"),
		`function "test/spread": argument 1: elements of int64 are no float64`: spread.Spawn(remote.In[[]float64](a)),
		`function "test/scale": argument 2: a tensor of 4 elements is no int`:  scale.Spawn(remote.Of([]float64{1}), remote.In[int](a)),
		`argument 1 is nil`:                     spread.Spawn(nil),
		`give a tensor, frame or series`:        spread.Spawn(remote.In[[]float64](nil)),
		`the function is not registered`:        remote.Callable0[int]{}.Spawn(),
		`a handle is nil`:                       (*remote.Value[int])(nil),
		`this worker has no function test/none`: &object[int]{remote.Called{Func: "test/none", Need: "go:test/none func() int"}},
	} {
		if err := s.Execute(t.Context(), v); err == nil || !strings.Contains(err.Error(), want) || errs.Is(err, errs.Internal) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if n := fetched(t, s, answer.Spawn()); n != 42 {
		t.Error(n)
	}
	if _, err := answer.Spawn().Fetch(t.Context()); err == nil {
		if _, err = spread.Call([]float64{1}).Fetch(t.Context()); !errs.Is(err, errs.Invalid) {
			t.Errorf("fetched before it was executed: %v", err)
		}
	}
}

// An object is a handle of a call that no function made.
type object[R any] struct{ o remote.Called }

func (o *object[R]) Value() op.Value { return op.Value{N: op.Apply(&o.o)} }

// A call, remote.called, of so many arguments has so many; those of remote.wasm are numbers and tensors.
func TestCalledDescribes(t *testing.T) {
	for _, o := range []*remote.Called{{Places: []int{0}}, {Given: [][]byte{nil}}} {
		if n := op.Apply(o); !errs.Is(n.Err, errs.Invalid) {
			t.Errorf("remote.called: %v", n.Err)
		}
	}
	one := op.Value{N: op.Apply(&remote.Function{Pickle: []byte("f")})}
	if n := op.Apply(&remote.Called{Places: []int{3}}, one); !errs.Is(n.Err, errs.Invalid) {
		t.Error(n.Err)
	}
	three := `[{"in": 0}, {"i": 3}]`
	for name, o := range map[string]*remote.Wasm{
		"no dtype": {Export: "f"}, "no number": {DType: dtype.Int8}, "no JSON": {DType: dtype.Int32, Args: []byte("[")}, "no input": {DType: dtype.Int32, Args: []byte(three)},
		"no time": {DType: dtype.Int32, Timeout: -1}, "no memory": {DType: dtype.Int32, Memory: -1},
	} {
		if n := op.Apply(o, one); n.Err == nil {
			t.Errorf("remote.wasm of %s is good", name)
		}
	}
	a := tensor.Ones(tensor.Shape(3)).Value()
	n := op.Apply(&remote.Wasm{Export: "f", DType: dtype.Int8, Array: true, Args: []byte(three)}, one, a)
	if n.Err != nil || n.Outs[0].DType.Is != dtype.Int8 || len(n.Outs[0].Dims) != 1 {
		t.Errorf("%+v, %v", n.Outs, n.Err)
	}
}
