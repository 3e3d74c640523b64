package csv_test

import (
	"archive/zip"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"encoding/base64"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/csv"
)

func TestDecompress(t *testing.T) {
	text := bytes.Repeat([]byte("a,b\n1,2\n"), 200000) // more than a block
	var gz, zs, zp bytes.Buffer
	w := gzip.NewWriter(&gz)
	w.Write(text)
	w.Close()
	e, err := zstd.NewWriter(&zs)
	if err != nil {
		t.Fatal(err)
	}
	e.Write(text)
	e.Close()
	z := zip.NewWriter(&zp)
	f, err := z.Create("x.csv")
	if err != nil {
		t.Fatal(err)
	}
	f.Write(text)
	z.Close()
	// python -c 'import lzma,base64; print(base64.b64encode(lzma.compress(b"a,b\n1,2\n")))'
	lz := must(base64.StdEncoding.DecodeString("/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAHYSxiCjEsMgoAvpy9SbUSKv4AASAIuxnZux+2830BAAAAAARZWg=="))
	// python -c 'import bz2,base64; print(base64.b64encode(bz2.compress(b"a,b\n1,2\n")))'
	bz, err := base64.StdEncoding.DecodeString("QlpoOTFBWSZTWb+HQH8AAANZAAAQAAQwADAAIAAwwAhpsogjJ4u5IpwoSF/DoD+A")
	if err != nil {
		t.Fatal(err)
	}
	small, err := io.ReadAll(bzip2.NewReader(bytes.NewReader(bz)))
	if err != nil {
		small = nil
	}
	for _, c := range []struct {
		name         string
		packed, text []byte
	}{{"x.csv.gz", gz.Bytes(), text}, {"x.csv.zst", zs.Bytes(), text}, {"x.zip", zp.Bytes(), text}, {"x.csv.bz2", bz, small}, {"x.csv.xz", lz, small}, {"x.csv", text, text}} {
		r, n, err := csv.Decompress(mem.Heap, csv.Compression(c.name), bytes.NewReader(c.packed), int64(len(c.packed)))
		if err != nil || n != int64(len(c.text)) {
			t.Errorf("%s: %d bytes, %v", c.name, n, err)
			continue
		}
		got, err := io.ReadAll(io.NewSectionReader(r, 0, n))
		if err != nil || !bytes.Equal(got, c.text) {
			t.Errorf("%s: another text, %v", c.name, err)
		}
		if c.name == "x.csv" {
			continue
		}
		cut := c.packed[:len(c.packed)*2/3]
		if _, _, err := csv.Decompress(mem.Heap, csv.Compression(c.name), bytes.NewReader(cut), int64(len(cut))); errs.KindOf(err) != errs.Invalid || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s cut short: %v", c.name, err)
		}
	}
	if _, _, err := csv.Decompress(mem.Heap, csv.Compression("x.tar"), nil, 0); err == nil || !strings.Contains(err.Error(), `compression "tar" is not read`) {
		t.Errorf("tar: %v", err)
	}
}
