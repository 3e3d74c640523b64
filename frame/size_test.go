package frame_test

import "testing"

// The size of a view is that of a copy of its rows, whatever the blocks under it.
func TestSizeOfAViewIsThatOfItsRows(t *testing.T) {
	f := tenThousand(t)
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
