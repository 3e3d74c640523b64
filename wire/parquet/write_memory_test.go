package parquet_test

import (
	"io"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/wire/parquet"
)

// counted is an allocator that knows what of it is in use.
type counted struct{ now, most int }

func (c *counted) Alloc(n int) (*mem.Block, error) {
	c.now += n
	c.most = max(c.most, c.now)
	return mem.Heap.Alloc(n)
}

func (c *counted) Free(b *mem.Block) bool {
	c.now -= b.Len()
	return true
}

// TestWrittenColumnsAreLetGo writes narrow columns, which are widened one after the other.
func TestWrittenColumnsAreLetGo(t *testing.T) {
	const n, cols = 1 << 12, 8
	f := &frame.Frame{NRows: n, Index: frame.NewRange(0, 1, n)}
	for k := range cols {
		b := mem.WrapOf(make([]int8, n))
		f.Names = append(f.Names, frame.L(string(rune('a'+k))))
		f.Cols = append(f.Cols, frame.NewNarrow(dtype.Int64, b, 0, n, 1, frame.Bitmap{}))
	}
	w, err := parquet.NewWriter(io.Discard, parquet.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	al := &counted{}
	if err := w.Write(al, f); err != nil {
		t.Fatal(err)
	}
	if al.most > 2*8*n || al.now != 0 {
		t.Errorf("%d bytes at most, %d are left; a column takes %d", al.most, al.now, 8*n)
	}
}
