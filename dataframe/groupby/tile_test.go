package groupby

import "testing"

func TestGroupParts(t *testing.T) {
	const limit = 16 << 20
	for _, c := range []struct {
		chunks int
		bytes  int64
		want   int
	}{
		{19, 1 << 10, 1},
		{19, limit / 2, 3},
		{19, 2 * limit, 9},
		{19, 10 * limit, 38}, // never more: pieces would be many and small
		{50, 100 * limit, 64},
		{90, 100 * limit, 90},
	} {
		if got := Parts(c.chunks, c.bytes, limit); got != c.want {
			t.Errorf("%d chunks of %d bytes: %d parts, want %d", c.chunks, c.bytes, got, c.want)
		}
	}
}
