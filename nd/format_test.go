package nd_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

type printed struct {
	DType     string
	Shape     []int
	Hex       string
	Fill      []int64
	Str, Repr string
}

// TestPrintIsNumPys compares str and repr with testdata/print.json, made by print.py.
func TestPrintIsNumPys(t *testing.T) {
	b, err := os.ReadFile("testdata/print.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct{ Cases []printed }
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	if len(g.Cases) < 400 {
		t.Fatalf("golden has %d cases", len(g.Cases))
	}
	for _, c := range g.Cases {
		a := c.array(t)
		if got := a.String(); got != c.Str {
			t.Errorf("%s %v %s:\n%s", c.DType, c.Shape, c.Hex, cmp.Diff(c.Str, got))
		}
		if got := a.Repr(); got != c.Repr {
			t.Errorf("repr of %s %v %s:\n%s", c.DType, c.Shape, c.Hex, cmp.Diff(c.Repr, got))
		}
	}
}

func (c printed) array(t *testing.T) *nd.Array {
	t.Helper()
	d, err := dtype.Parse(c.DType)
	if err != nil {
		t.Fatal(err)
	}
	if c.Fill == nil {
		raw, err := hex.DecodeString(c.Hex)
		if err != nil {
			t.Fatal(err)
		}
		return &nd.Array{DType: d, Shape: c.Shape, Strides: nd.Strides(c.Shape), Block: mem.Wrap(raw)}
	}
	a, err := nd.New(mem.Heap, d, c.Shape...)
	if err != nil {
		t.Fatal(err)
	}
	flat, _ := a.Reshape(a.Size())
	for i := range a.Size() {
		v := float64((int64(i)*c.Fill[0])%c.Fill[1]+c.Fill[2]) / float64(c.Fill[3])
		switch d.Kind {
		case dtype.BoolKind:
			nd.Set(flat, v != 0, i)
		case dtype.Int8Kind:
			nd.Set(flat, int8(v), i)
		case dtype.Int32Kind:
			nd.Set(flat, int32(v), i)
		case dtype.Uint8Kind:
			nd.Set(flat, uint8(v), i)
		case dtype.Float16Kind:
			nd.Set(flat, dtype.ToF16From64(v), i)
		case dtype.Float32Kind:
			nd.Set(flat, float32(v), i)
		case dtype.Float64Kind:
			nd.Set(flat, v, i)
		case dtype.Complex128Kind:
			nd.Set(flat, complex(v, 0), i)
		default:
			nd.Set(flat, int64(v), i)
		}
	}
	return a
}

// TestFormatAsksOnlyForCorners prints an array of 10^12 elements that nobody could hold.
func TestFormatAsksOnlyForCorners(t *testing.T) {
	seen := 0
	got, err := nd.Format([]int{1e6, 1e6}, dtype.Int64, func(lo, size []int) (*nd.Array, error) {
		seen += nd.Size(size)
		a, err := nd.New(mem.Heap, dtype.Int64, size...)
		if err != nil {
			return nil, err
		}
		nd.Each(size, func(idx []int) { nd.Set(a, int64((lo[0]+idx[0])*1e6+lo[1]+idx[1]), idx...) })
		return a, nil
	})
	want := `[[           0            1            2 ...       999997       999998
        999999]
 [     1000000      1000001      1000002 ...      1999997      1999998
       1999999]
 [     2000000      2000001      2000002 ...      2999997      2999998
       2999999]
 ...
 [999997000000 999997000001 999997000002 ... 999997999997 999997999998
  999997999999]
 [999998000000 999998000001 999998000002 ... 999998999997 999998999998
  999998999999]
 [999999000000 999999000001 999999000002 ... 999999999997 999999999998
  999999999999]]`
	if err != nil || got != want {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
	if seen != 36 {
		t.Errorf("fetched %d elements", seen)
	}
}

func TestFormatRefusesObjects(t *testing.T) {
	_, err := nd.Format([]int{1}, dtype.Object, nil)
	if err == nil || err.Error() != "an array cannot hold objects; use a frame's column, or a dtype of fixed width" {
		t.Error(err)
	}
}
