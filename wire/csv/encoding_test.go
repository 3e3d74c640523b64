package csv_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

// TestEncodings reads text that is not UTF-8, the last characters also where a block of the decoder ends.
func TestEncodings(t *testing.T) {
	long := strings.Repeat("x", 4093)
	for _, c := range []struct{ enc, raw, want string }{
		{"latin-1", "a\xe9\x80\xff", "aé\u0080ÿ"},
		{"ISO-8859-1", long + "\xe9\xe9\xe9\xe9", long + "éééé"},
		{"cp1252", "\x80\x9f\xa0\xe9", "€Ÿ\u00a0é"},
		{"cp1252", "ab\x81", "byte 2 "},
		{"utf-16", "\xff\xfea\x00\xac\x20", "a€"},
		{"utf-16", "\xfe\xff\x00a\x20\xac", "a€"},
		{"utf-16", "a\x00", "a"},
		{"utf-16-be", "\xd8\x3d\xde\x00", "\U0001F600"},
		{"utf_16_le", "\x3d\xd8\x00\xdeb\x00", "\U0001F600b"},
		{"utf-16-le", strings.Repeat("x\x00", 2047) + "\x3d\xd8\x00\xde", strings.Repeat("x", 2047) + "\U0001F600"},
		{"utf-16-le", "a\x00b", "byte 2 "},
		{"utf-16-le", "\x3d\xd8x\x00", "byte 0 "},
		{"utf-16-le", "\x3d\xd8", "byte 0 "},
		{"utf-8", "é", "é"},
	} {
		enc, err := csv.Encoding(c.enc)
		if err != nil {
			t.Fatal(err)
		}
		method := ""
		if enc != "" {
			method = "+" + enc
		}
		r, n, err := csv.Decompress(mem.Heap, method, strings.NewReader(c.raw), int64(len(c.raw)))
		if strings.HasPrefix(c.want, "byte ") {
			if errs.KindOf(err) != errs.Invalid || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("%s %q: error %v, want %q", c.enc, c.raw, err, c.want)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%s %q: %v", c.enc, c.raw, err)
		}
		got, err := io.ReadAll(io.NewSectionReader(r, 0, n))
		if err != nil || string(got) != c.want {
			t.Errorf("%s %q is %q, want %q (%v)", c.enc, c.raw, got, c.want, err)
		}
	}
	if _, err := csv.Encoding("koi8-r"); errs.KindOf(err) != errs.Invalid {
		t.Errorf("koi8-r: %v", err)
	}
}

// FuzzEncodings decodes bytes of every encoding: what comes is UTF-8, or an error.
func FuzzEncodings(f *testing.F) {
	f.Add([]byte("a\xe9"))
	f.Add([]byte("\xff\xfea\x00\x3d\xd8"))
	f.Add([]byte("\xfe\xff\xd8\x3d\xde\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, enc := range []string{"latin-1", "cp1252", "utf-16", "utf-16-le", "utf-16-be"} {
			r, n, err := csv.Decompress(mem.Heap, "+"+enc, bytes.NewReader(raw), int64(len(raw)))
			if err != nil {
				if errs.KindOf(err) != errs.Invalid {
					t.Fatalf("%s: %v", enc, err)
				}
				continue
			}
			text, err := io.ReadAll(io.NewSectionReader(r, 0, n))
			if err != nil || !utf8.Valid(text) {
				t.Fatalf("%s of %q: %q, %v", enc, raw, text, err)
			}
		}
	})
}
