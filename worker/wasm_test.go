package worker_test

import (
	"bytes"
	"encoding/hex"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/remote"
	"github.com/mars-project/mars-go/tensor"
	"github.com/mars-project/mars-go/worker"
)

// kit is the module that is written by hand.
func kit(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../examples/wasm/kit.txt")
	if err != nil {
		t.Fatal(err)
	}
	var code []byte
	for l := range bytes.Lines(text) {
		l, _, _ = bytes.Cut(l, []byte(";"))
		b, err := hex.DecodeString(strings.Join(strings.Fields(string(l)), ""))
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		code = append(code, b...)
	}
	return code
}

// modules is a cluster in this process, whose processes for modules are this test once more.
func modules(t *testing.T, f worker.Functions) *client.Session {
	t.Helper()
	c, err := local.Start(t.Context(), local.Config{Workers: 1, Slots: 2, Memory: 256 << 20, Functions: f})
	if err != nil {
		t.Fatal(err)
	}
	s, err := client.New(t.Context(), c, client.Options{Owned: true})
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

func export[R any](t *testing.T, code []byte, name string, o ...remote.WasmOptions) *remote.WasmFunction[R] {
	t.Helper()
	f, err := remote.WasmFunc[R](code, name, o...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func run[R any](t *testing.T, s *client.Session, v *remote.Value[R]) R {
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

// Exports take numbers and arrays and give them, small and large.
func TestWasm(t *testing.T) {
	s, code := modules(t, worker.Functions{}), kit(t)
	add, sum, scale := export[float64](t, code, "add"), export[float64](t, code, "sum"), export[[]float64](t, code, "scale")
	if got := run(t, s, add.Call(1.5, 2)); got != 3.5 {
		t.Error(got)
	}
	if got := run(t, s, add.Call(math.NaN(), math.Inf(1))); !math.IsNaN(got) {
		t.Error(got)
	}
	for _, n := range []int{0, 1, 1000, 300_000} {
		a := tensor.AsType(tensor.Arange(0, n, 1, tensor.Create{Chunk: []int{70_000}}), dtype.Float64)
		twice := scale.Call(a, 2)
		if got := run(t, s, twice); len(got) != n || n > 0 && got[n-1] != float64(2*(n-1)) {
			t.Errorf("%d: %d", n, len(got))
		}
		if got := run(t, s, sum.Call(twice)); got != float64(n)*float64(max(n, 1)-1) {
			t.Errorf("the sum of %d is %v", n, got)
		}
	}
	if x, y := add.Call(1, 2).Value().Meta().Key, add.Call(1, 2).Value().Meta().Key; x != y {
		t.Error("equal calls of a module differ")
	}
}

// An export of numbers is called with each element or row, one of arrays with each chunk; results lie as what
// they are made of.
func TestWasmOfChunks(t *testing.T) {
	s := modules(t, worker.Functions{})
	code := op.Value{N: op.Apply(&remote.Function{Pickle: kit(t)})}
	const n = 1000
	a := tensor.Arange(0, n, 1, tensor.Create{Chunk: []int{300}})
	d := dataframe.FromTensor(tensor.Stack([]*tensor.Tensor{a, tensor.Multiply(a, 2)}, 1), "x", "y")
	each := remote.WasmChunks{Wasm: remote.Wasm{Export: "add", DType: dtype.Float64, Args: []byte(`[{"in": 0}, {"f": "0.5"}]`)}, Each: true}
	rows, arrays := each, remote.WasmChunks{Wasm: remote.Wasm{Export: "scale", DType: dtype.Float64, Array: true, Args: []byte(`[{"in": 0}, {"i": 3}]`)}}
	rows.Args = []byte(`[{"in": 0}, {"in": 1}]`)
	ordered := dataframe.FrameOf(d.Value()).SortValues([]string{"x"}, dataframe.Sort{Descending: true})
	for name, c := range map[string]struct {
		o    remote.WasmChunks
		of   op.Value
		want func(i float64) float64
	}{
		"elements":        {each, a.Value(), func(i float64) float64 { return i + 0.5 }},
		"a column":        {each, d.Col("y").Value(), func(i float64) float64 { return 2*i + 0.5 }},
		"rows":            {rows, d.Value(), func(i float64) float64 { return 3 * i }},
		"rows in order":   {rows, ordered.Value(), func(i float64) float64 { return 3 * (n - 1 - i) }},
		"arrays":          {arrays, tensor.AsType(a, dtype.Float64).Value(), func(i float64) float64 { return 3 * i }},
		"columns":         {arrays, d.AsType("float64").Col("y").Value(), func(i float64) float64 { return 6 * i }},
		"nothing of many": {each, tensor.Arange(0, 0, 1).Value(), nil},
	} {
		v := op.Value{N: op.Apply(&c.o, code, c.of)}
		if v.Meta().Kind == op.Series {
			v = dataframe.SeriesOf(v).ToTensor().Value()
		}
		h := tensor.Of(v)
		if err := s.Execute(t.Context(), h); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := tensor.Fetch[float64](t.Context(), s, h)
		if err != nil || c.want != nil && len(got) != n {
			t.Errorf("%s: %d elements, %v", name, len(got), err)
		}
		for i, x := range got {
			if x != c.want(float64(i)) {
				t.Errorf("%s: %v at %d", name, x, i)
				break
			}
		}
	}
}

// A module has no state between calls: each has a fresh instance.
func TestWasmKeepsNothing(t *testing.T) {
	s, code := modules(t, worker.Functions{}), kit(t)
	for i := range 3 {
		f := export[int32](t, code, "count", remote.WasmOptions{Memory: (i + 2) << 20}) // another call each time
		if got := run(t, s, f.Call()); got != 1 {
			t.Errorf("call %d is number %d", i, got)
		}
	}
}

// What traps, never ends or wants all memory is an error of its call, and nobody else's.
func TestWasmFails(t *testing.T) {
	s, code := modules(t, worker.Functions{}), kit(t)
	broken := bytes.Replace(bytes.Clone(code), []byte{0x20, 0x00, 0x20, 0x01, 0xa0}, []byte{0x20, 0x00, 0x20, 0x01, 0xff}, 1)
	for want, v := range map[string]op.Handle{
		"export trap trapped: unreachable":              export[int32](t, code, "trap").Call(),
		"the function was not at an end after 300ms":    export[int32](t, code, "loop", remote.WasmOptions{Timeout: 300 * time.Millisecond}).Call(),
		"the module has no room for the 8000000 bytes":  export[float64](t, code, "sum", remote.WasmOptions{Memory: 1 << 20}).Call(tensor.Ones(tensor.Shape(1_000_000))),
		"the WebAssembly module is not valid":           export[float64](t, broken, "add").Call(1, 2),
		"imports from env: here it has nothing but its": export[int64](t, []byte(clock), "f").Call(),
		"export \"add\" is (f64, f64) -> f64":           export[float64](t, code, "add").Call(1),
		"argument 1 is a string":                        export[float64](t, code, "add").Call("x", 2),
		"argument 2 is nil":                             export[float64](t, code, "add").Call(1, nil),
		"is no tensor of numbers":                       export[float64](t, code, "sum").Call(remote.Func0("test/object", func() (string, error) { return "", nil }).Spawn()),
	} {
		err := s.Execute(t.Context(), v)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if got := run(t, s, export[float64](t, code, "add").Call(1, 1)); got != 2 {
		t.Error(got)
	}
}

// clock imports a function of its surroundings, and exports another.
const clock = "\x00asm\x01\x00\x00\x00" + "\x01\x08\x02\x60\x00\x00\x60\x00\x01\x7e" + "\x02\x09\x01\x03env\x01t\x00\x00" + "\x03\x02\x01\x01" + "\x07\x05\x01\x01f\x00\x01" + "\x0a\x06\x01\x04\x00\x42\x07\x0b"

// A module that grows as long as it can gets as much memory as it may have.
func TestWasmMemoryIsBounded(t *testing.T) {
	s, code := modules(t, worker.Functions{}), kit(t)
	for _, mib := range []int{2, 32} {
		pages := run(t, s, export[int32](t, code, "grow", remote.WasmOptions{Memory: mib << 20}).Call())
		if got := int(pages) << 16; got > mib<<20 || got < mib<<19 {
			t.Errorf("%d MiB were allowed, and %d bytes are there", mib, got)
		}
	}
}

// What is no module, or does not have what it is asked for, is refused at the call.
func TestWasmIsCheckedAtTheCall(t *testing.T) {
	code := kit(t)
	for _, c := range []struct {
		code   []byte
		export string
		kind   errs.Kind
	}{
		{[]byte("garbage"), "add", errs.Invalid}, {nil, "add", errs.Invalid}, {code[:40], "add", errs.Invalid}, {code, "nix", errs.NotFound}, {code, "trap", errs.Type},
	} {
		if _, err := remote.WasmFunc[float64](c.code, c.export); !errs.Is(err, c.kind) {
			t.Errorf("%s: %v", c.export, err)
		}
	}
	if _, err := remote.WasmFunc[string](code, "add"); !errs.Is(err, errs.Type) {
		t.Error(err)
	}
}

// Where functions are off, so are modules.
func TestWasmIsOff(t *testing.T) {
	s := modules(t, worker.Functions{Off: true, Why: "--functions=off"})
	err := s.Execute(t.Context(), export[float64](t, kit(t), "add").Call(1, 2))
	if !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "runs no WebAssembly: --functions=off") {
		t.Error(err)
	}
}
