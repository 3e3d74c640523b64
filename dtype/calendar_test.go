package dtype_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/mars-project/mars-go/dtype"
)

func TestCalendarRoundTrips(t *testing.T) {
	for day := int64(-800_000); day < 3_000_000; day += 7 {
		y, m, d := dtype.Date(day)
		if back := dtype.Days(y, m, d); back != day || m < 1 || m > 12 || d < 1 || d > 31 {
			t.Fatalf("day %d is %d-%d-%d, which is day %d", day, y, m, d, back)
		}
	}
}

// TestScalarText compares with what NumPy prints for single values: testdata/scalars.json, made by
// scalars.py.
func TestScalarText(t *testing.T) {
	b, err := os.ReadFile("testdata/scalars.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Times []struct {
			Unit, Kind, Text string
			Value            int64
		}
		Floats []struct {
			Size int
			Bits uint64
			Text string
		}
		Complex []struct {
			Size  int
			Parts [2]uint64
			Text  string
		}
		Half []string
	}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Times {
		u, ok := dtype.ParseUnit(c.Unit)
		got := dtype.FormatTime(c.Value, u)
		if c.Kind == "m" {
			got = dtype.FormatSpan(c.Value, u)
		}
		if !ok || got != c.Text {
			t.Errorf("%s8[%s] %d: got %q, want %q", c.Kind, c.Unit, c.Value, got, c.Text)
		}
	}
	for _, c := range g.Floats {
		if got := dtype.FormatFloat(decode(c.Bits, c.Size), c.Size); got != c.Text {
			t.Errorf("float of %d bytes %x: got %q, want %q", c.Size, c.Bits, got, c.Text)
		}
	}
	for _, c := range g.Complex {
		if got := dtype.FormatComplex(complex(decode(c.Parts[0], c.Size), decode(c.Parts[1], c.Size)), c.Size); got != c.Text {
			t.Errorf("complex of %d bytes %x: got %q, want %q", c.Size, c.Parts, got, c.Text)
		}
	}
	testHalfText(t, g.Half[0])
	if len(g.Times) < 200 || len(g.Floats) < 500 || len(g.Complex) < 50 {
		t.Errorf("golden is short: %d %d %d", len(g.Times), len(g.Floats), len(g.Complex))
	}
}

// testHalfText compares the text of every finite float16 by its digest.
func testHalfText(t *testing.T, want string) {
	h := sha256.New()
	for b := range 0x7c00 {
		if b > 0 {
			h.Write([]byte("\n"))
		}
		h.Write([]byte(dtype.FormatFloat(dtype.F16(b).Float64(), 2)))
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != want {
		t.Errorf("the texts of all float16 have digest %s, want %s", got, want)
	}
}

func decode(bits uint64, size int) float64 {
	switch size {
	case 2:
		return dtype.F16(bits).Float64()
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}
