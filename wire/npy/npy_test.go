package npy_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/wire/npy"
)

type file struct {
	Name, File, DType, Str, Elements string
	Shape                            []int
	Same                             bool // numpy.save wrote it, so Write must write the same bytes
}

func golden(t testing.TB) []file {
	t.Helper()
	b, err := os.ReadFile("testdata/npy.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct{ Cases []file }
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	return g.Cases
}

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFilesOfNumPy(t *testing.T) {
	cases := golden(t)
	if len(cases) < 40 {
		t.Fatalf("golden has %d files", len(cases))
	}
	for _, c := range cases {
		raw := unhex(t, c.File)
		a, err := npy.Read(bytes.NewReader(raw), mem.Heap)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
			continue
		}
		if a.DType.String() != c.DType || !slices.Equal(a.Shape, c.Shape) || a.String() != c.Str {
			t.Errorf("%s: read %v %v\n%s", c.Name, a.DType, a.Shape, cmp.Diff(c.Str, a.String()))
		}
		var elements bytes.Buffer
		if err := npy.WriteRaw(&elements, a); err != nil || hex.EncodeToString(elements.Bytes()) != c.Elements {
			t.Errorf("%s: elements differ (%v)", c.Name, err)
		}
		back, err := npy.ReadRaw(&elements, mem.Heap, a.DType, a.Shape...)
		if err != nil || !nd.Identical(a, back) {
			t.Errorf("%s: raw elements differ (%v)", c.Name, err)
		}
		var out bytes.Buffer
		if err := npy.Write(&out, a); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if n, _ := npy.Size(a); n != int64(out.Len()) {
			t.Errorf("%s: size %d, wrote %d", c.Name, n, out.Len())
		}
		if c.Same && !bytes.Equal(out.Bytes(), raw) {
			t.Errorf("%s: wrote\n%q\nwant\n%q", c.Name, out.Bytes(), raw)
		}
	}
}

// TestReadersOfEverySort reads through readers that tell their length and ones that do not, or give one byte
// at a time.
func TestReadersOfEverySort(t *testing.T) {
	want, err := nd.New(mem.Heap, dtype.Int32, 3000, 2000) // 24 MB: above what is taken on trust
	if err != nil {
		t.Fatal(err)
	}
	for i := range nd.Data[int32](want) {
		nd.Data[int32](want)[i] = int32(i * 2654435761)
	}
	var b bytes.Buffer
	if err := npy.Write(&b, want); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.npy")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for name, r := range map[string]io.Reader{
		"bytes": bytes.NewReader(b.Bytes()), "file": f, "unknown": iotest.HalfReader(bytes.NewReader(b.Bytes())),
		"sized": &npy.Sized{R: iotest.HalfReader(bytes.NewReader(b.Bytes())), N: int64(b.Len())}, "buffer": bytes.NewBuffer(b.Bytes()),
	} {
		if a, err := npy.Read(r, mem.Heap); err != nil || !nd.Identical(a, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	small := unhex(t, golden(t)[0].File)
	if _, err := npy.Read(iotest.OneByteReader(bytes.NewReader(small)), mem.Heap); err != nil {
		t.Error(err)
	}
	two := io.MultiReader(bytes.NewReader(small), bytes.NewReader(small))
	for range 2 {
		if _, err := npy.Read(two, mem.Heap); err != nil {
			t.Errorf("arrays one after the other: %v", err)
		}
	}
}

func TestStridedArraysRoundTrip(t *testing.T) {
	a, err := nd.New(mem.Heap, dtype.Float64, 700, 5, 300) // 8 MB: several windows
	if err != nil {
		t.Fatal(err)
	}
	for i := range nd.Data[float64](a) {
		nd.Data[float64](a)[i] = float64(i)
	}
	for name, v := range map[string]*nd.Array{
		"swapped": a.Transpose(1, 0, 2), "backwards": a.Slice(2, 299, -1, -1), "every third": a.Slice(0, 0, 700, 3), "mixed": a.Transpose(2, 0, 1),
		"long row": a.Transpose(1, 2, 0).Slice(0, 0, 1, 1), "vector": a.Index(0, 0).Index(0, 0).Slice(0, 0, 300, 7),
	} {
		var b bytes.Buffer
		if err := npy.Write(&b, v); err != nil {
			t.Fatal(err)
		}
		if back, err := npy.Read(&b, mem.Heap); err != nil || !nd.Identical(back, v) {
			t.Errorf("%s: %v", name, err)
		}
	}
	flat, _ := a.Reshape(a.Size())
	var b bytes.Buffer
	v := flat.Slice(0, 0, a.Size(), 2)
	if err := npy.WriteRaw(&b, v); err != nil {
		t.Fatal(err)
	}
	if back, err := npy.ReadRaw(&b, mem.Heap, dtype.Float64, v.Size()); err != nil || !nd.Identical(back, v) {
		t.Errorf("long strided vector: %v", err)
	}
}

func withHeader(text string) []byte {
	b := append([]byte("\x93NUMPY\x01\x00"), 0, 0)
	binary.LittleEndian.PutUint16(b[8:], uint16(len(text)))
	return append(b, text...)
}

func TestBadFilesNameTheirPosition(t *testing.T) {
	good := unhex(t, golden(t)[0].File)
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "npy: byte 0 of 8: in the magic string: unexpected EOF"},
		{good[:5], "npy: byte 5 of 8: in the magic string: unexpected EOF"},
		{good[:9], "npy: byte 9 of 10: in the header's length: unexpected EOF"},
		{good[:60], "npy: byte 60 of 128: in the header: unexpected EOF"},
		{good[:130], "npy: byte 130 of 140: in the elements: unexpected EOF"},
		{[]byte("PK\x03\x04abcdefghi"), `npy: byte 0: not a .npy file: it starts with "PK\x03\x04ab"`},
		{[]byte("\x93NUMPY\x09\x01aaaa"), "npy: byte 6: version 9.1 is unknown"},
		{[]byte("\x93NUMPY\x02\x00\xff\xff\xff\x7faaaa"), "npy: byte 8: a header of 2147483647 bytes; at most 65536 are read"},
		{withHeader("[1]"), `npy: byte 10: a header is a dict, not "[1]"`},
		{withHeader("{'descr': '<f8', 'fortran_order': False}"), `npy: byte 50: key "shape" is missing`},
		{withHeader("{'descr': '<f8', 'descr': '<f8'}"), `npy: byte 34: key "descr" comes twice`},
		{withHeader("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': ()}"), "npy: byte 20: structured dtypes cannot be read"},
		{withHeader("{'descr': '|O', 'fortran_order': False, 'shape': ()}"), "npy: byte 24: object arrays hold pickled data, which is never read"},
		{withHeader("{'descr': '<U5', 'fortran_order': False, 'shape': ()}"), `npy: byte 25: dtype "<U5" cannot be read into an array`},
		{withHeader("{'descr': '<f16', 'fortran_order': False, 'shape': ()}"), `npy: byte 26: dtype "<f16" cannot be read into an array`},
		{withHeader("{'descr': '<f8', 'fortran_order': 0, 'shape': ()}"), `npy: byte 44: expected True or False, not "0, 'shape': ()}"`},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"), `npy: byte 61: expected a length, not "-1,)}"`},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"), `npy: byte 61: expected a length, not "99999999999999999999"`},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (4611686018427387903,2)}"), "npy: byte 84: shape (4611686018427387903, 2) of float64 is too big"},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776,)}"), "npy: byte 77 of 8796093022285: in the elements: unexpected EOF"},
		{withHeader("{'descr': '<f8', 'extra': 1, 'fortran_order': False, 'shape': ()}"), `npy: byte 35: unknown key "extra"`},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (), } x"), `npy: byte 66: "x" after the header`},
		{withHeader("{'descr': '<f8' 'fortran_order': False, 'shape': ()}"), `npy: byte 26: expected ',' or '}', not "'fortran_order': Fal"`},
		{withHeader("{'descr': '<f8"), "npy: byte 20: a string without end"},
		{withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (" + strings.Repeat("1,", 65) + ")}"), "npy: byte 189: more than 64 dimensions"},
	} {
		for _, r := range []io.Reader{bytes.NewReader(c.data), iotest.OneByteReader(bytes.NewReader(c.data))} {
			_, err := npy.Read(r, mem.Heap)
			if err == nil || err.Error() != c.want || !errs.Is(err, errs.Invalid) {
				t.Errorf("%.90q\ngot  %v\nwant %s", c.data, err, c.want)
			}
		}
	}
	boom := errors.New("boom")
	if _, err := npy.Read(io.MultiReader(bytes.NewReader(good[:20]), iotest.ErrReader(boom)), mem.Heap); !errors.Is(err, boom) {
		t.Errorf("the reader's own error was lost: %v", err)
	}
}

func TestNoAllocatorIsTheGoHeap(t *testing.T) {
	var b bytes.Buffer
	if err := npy.Write(&b, nd.Of([]float64{1, 2}, 2)); err != nil {
		t.Fatal(err)
	}
	a, err := npy.Read(&b, nil)
	if err != nil || nd.Data[float64](a)[1] != 2 {
		t.Errorf("%v, %v", a, err)
	}
}

func TestWriteRefuses(t *testing.T) {
	deep := make([]int, 65)
	for i := range deep {
		deep[i] = 1
	}
	if err := npy.Write(io.Discard, nd.Of([]int8{1}, deep...)); err == nil || err.Error() != "npy: 65 dimensions; NumPy reads at most 64" {
		t.Error(err)
	}
	if err := npy.Write(io.Discard, &nd.Array{DType: dtype.Object}); err == nil || err.Error() != "npy: object has no .npy form" {
		t.Error(err)
	}
}

// TestOddBoolsAreMadeTrue: any byte but 0 is True for NumPy.
func TestOddBoolsAreMadeTrue(t *testing.T) {
	b := append(withHeader("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}"), 0, 2, 255)
	a, err := npy.Read(bytes.NewReader(b), mem.Heap)
	if err != nil || !bytes.Equal(nd.Raw(a), []byte{0, 1, 1}) {
		t.Errorf("%v, %v", a, err)
	}
}

func TestHeaderRoundTrips(t *testing.T) {
	ds := []dtype.DType{dtype.Bool, dtype.Uint8, dtype.Float16, dtype.Complex128, dtype.Datetime(dtype.Pico), dtype.Timedelta(dtype.Generic)}
	rapid.Check(t, func(t *rapid.T) {
		h := npy.Header{
			DType:   rapid.SampledFrom(ds).Draw(t, "dtype"),
			Shape:   rapid.SliceOfN(rapid.IntRange(0, 1<<40), 0, 64).Draw(t, "shape"),
			Fortran: rapid.Bool().Draw(t, "fortran"),
		}
		h.Swapped = h.DType.Size() > 1 && rapid.Bool().Draw(t, "swapped")
		b := h.Append(nil)
		back, n, err := npy.ReadHeader(bytes.NewReader(b))
		if err != nil || n != len(b) || n%64 != 0 || !cmp.Equal(h, back) {
			t.Fatalf("%+v became %+v, %d of %d bytes, %v", h, back, n, len(b), err)
		}
	})
	long := npy.Header{DType: dtype.Int8, Shape: make([]int, 30000)}.Append(nil)
	if long[6] != 2 || len(long)%64 != 0 {
		t.Errorf("a header beyond 64 KiB has version %d", long[6])
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range golden(f) {
		f.Add(unhex(f, c.File))
	}
	f.Add(withHeader("{'descr': '<f8', 'fortran_order': False, 'shape': (1099511627776,)}"))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := npy.Read(bytes.NewReader(b), mem.Heap)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "npy: byte ") {
				t.Errorf("error without a position: %v", err)
			}
			return
		}
		if a.Bytes() > len(b) {
			t.Errorf("%d bytes of elements from %d bytes", a.Bytes(), len(b))
		}
		var out bytes.Buffer
		if err := npy.Write(&out, a); err != nil {
			t.Fatal(err)
		}
		again, err := npy.Read(&out, mem.Heap)
		if err != nil || !nd.Identical(a, again) {
			t.Errorf("does not round trip: %v", err)
		}
	})
}
