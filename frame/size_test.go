package frame_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/frame"
)

// The size of a view is that of a copy of its rows, whatever the blocks under it.
func TestSizeOfAViewIsThatOfItsRows(t *testing.T) {
	b := frame.PlainStr(dirty, dtype.Str)
	ints := make([]int64, 10000)
	for i := range ints {
		ints[i] = int64(i)
		b.Append(fmt.Sprintf("a text beyond twelve bytes, number %d", i))
	}
	text, err := b.Column()
	if err != nil {
		t.Fatal(err)
	}
	f := frame.Must(frame.New(frame.NewIndex(frame.L("i"), frame.Of(slices.Clone(ints))), frame.Labels("n", "s"), frame.Of(ints), text))
	view := f.Slice(500, 600)
	packed, err := view.Compact(dirty)
	if err != nil {
		t.Fatal(err)
	}
	want := int64(100 * (8 + 8 + 16 + len("a text beyond twelve bytes, number 500")))
	if view.Size() != want || packed.Size() != want || view.Bytes() < 10*want {
		t.Errorf("a view that keeps %d bytes takes %d, its copy %d, want %d", view.Bytes(), view.Size(), packed.Size(), want)
	}
}
