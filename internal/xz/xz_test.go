package xz_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/mars-project/mars-go/internal/xz"
)

func rows(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "%d,row %d\n", i*7919%1000, i)
	}
	return b.Bytes()
}

func noise(n int) []byte {
	out, x := make([]byte, n), uint32(1)
	for i := range out {
		x = (x*1103515245 + 12345) & 0x7fffffff
		out[i] = byte(x >> 16)
	}
	return out
}

func unpack(p []byte) ([]byte, error) {
	r, err := xz.NewReader(bytes.NewReader(p))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func packed(t testing.TB, s string) []byte {
	p, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestRead(t *testing.T) {
	for _, g := range goldens {
		p := packed(t, g.packed)
		got, err := unpack(p)
		if err != nil || !bytes.Equal(got, g.want) {
			t.Errorf("%s: %d bytes of %d, %v", g.name, len(got), len(g.want), err)
		}
		twice, err := unpack(slices.Concat(p, make([]byte, 8), p))
		if err != nil || !bytes.Equal(twice, slices.Concat(g.want, g.want)) {
			t.Errorf("%s twice: %d bytes, %v", g.name, len(twice), err)
		}
		r, err := xz.NewReader(iotest.OneByteReader(bytes.NewReader(p)))
		if err != nil {
			t.Fatal(err)
		}
		if slowly, err := io.ReadAll(iotest.HalfReader(r)); err != nil || !bytes.Equal(slowly, g.want) {
			t.Errorf("%s in small pieces: %d bytes, %v", g.name, len(slowly), err)
		}
	}
}

// TestDamaged changes every bit, and cuts everywhere: all of it is found, but for padding that ends between
// streams.
func TestDamaged(t *testing.T) {
	for _, g := range goldens {
		p := packed(t, g.packed)
		if g.name == "short" || len(p) > 2500 { // nothing but the format checks the first
			continue
		}
		step := max(len(p)/60, 1)
		for i := 0; i < len(p); i += step {
			q := bytes.Clone(p)
			q[i] ^= 1 << (i % 8)
			if got, err := unpack(q); err == nil {
				t.Errorf("%s: bit %d of byte %d makes no difference: %d bytes", g.name, i%8, i, len(got))
			}
			if _, err := unpack(p[:i]); err == nil {
				t.Errorf("%s: cut at %d of %d bytes it reads", g.name, i, len(p))
			}
		}
	}
}

// TestDictionaryIsBounded asks for 4 GiB of history in a header that is right otherwise.
func TestDictionaryIsBounded(t *testing.T) {
	p := packed(t, goldens[slices.IndexFunc(goldens, func(g golden) bool { return g.name == "rows" })].packed)
	head := p[12:][:(int(p[12])+1)*4] // of the first block
	at := bytes.Index(head, []byte{0x21, 1})
	head[at+2] = 40
	binary.LittleEndian.PutUint32(head[len(head)-4:], crc32.ChecksumIEEE(head[:len(head)-4]))
	if _, err := unpack(p); err == nil || !strings.Contains(err.Error(), "bytes is more than the") {
		t.Errorf("%v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, g := range goldens {
		if len(g.want) < 1<<20 {
			f.Add(packed(f, g.packed))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		r, err := xz.NewReader(bytes.NewReader(p))
		if err != nil {
			return
		}
		n, _ := io.Copy(io.Discard, io.LimitReader(r, 64<<20))
		if n > int64(len(p))*8000 {
			t.Fatalf("%d bytes from %d", n, len(p))
		}
	})
}
