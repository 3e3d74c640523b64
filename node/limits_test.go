package node

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/size"
)

func TestBudget(t *testing.T) {
	const mib, gib = 1 << 20, 1 << 30
	sized := func(s string) size.Size {
		x, err := size.Parse(s)
		if s != "" && err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, c := range []struct {
		name              string
		mem, cache, least string
		free              int64
		want              Budget // of a machine of 16 GiB
		note, bad         string
	}{
		{name: "nothing said", free: 10 * gib, want: Budget{16 * gib, 12 * gib, 16 * gib / 10 * 9, 5 * gib, 16*gib - 16*gib/10*9}},
		{name: "size", mem: "4g", free: 10 * gib, want: Budget{4 * gib, 3 * gib, 4 * gib / 10 * 9, 2 * gib, 4*gib - 4*gib/10*9}},
		{name: "as a container", mem: "512m", free: 10 * gib, want: Budget{512 * mib, 384 * mib, 512 * mib / 10 * 9, 256 * mib, minHeap}},
		{name: "share", mem: "50%", cache: "1g", free: 10 * gib, want: Budget{8 * gib, 6 * gib, 8 * gib / 10 * 9, gib, 8*gib - 8*gib/10*9}},
		{name: "share of it for chunks", mem: "512m", cache: "25%", free: 10 * gib, want: Budget{512 * mib, 384 * mib, 512 * mib / 10 * 9, 128 * mib, minHeap}},
		{name: "little is free", free: gib, want: Budget{16 * gib, 12 * gib, 16 * gib / 10 * 9, gib / 2, 16*gib - 16*gib/10*9}},
		{name: "more than there is", mem: "32g", cache: "1g", free: gib, want: Budget{16 * gib, 12 * gib, 16 * gib / 10 * 9, gib, 16*gib - 16*gib/10*9}, note: "the machine has 16.0 GiB"},
		{name: "too much for chunks", mem: "1g", cache: "1g", free: gib, want: Budget{gib, gib / 4 * 3, gib / 10 * 9, gib / 10 * 9, minHeap}, note: "hard limit"},
		{name: "enough is free", mem: "1g", cache: "1m", least: "1g", free: gib, want: Budget{gib, gib / 4 * 3, gib / 10 * 9, mib, minHeap}},
		{name: "too little is free", mem: "1g", least: "1g", free: gib - 1, bad: "1.00 GiB (--min-mem)"},
		{name: "a share is free", mem: "1g", least: "80%", free: gib / 2, bad: "819 MiB (--min-mem)"},
		{name: "too small", mem: "1000", free: gib, bad: "at least 1.00 MiB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := Limits{Memory: sized(c.mem), Cache: sized(c.cache), Min: sized(c.least)}
			got, notes, err := l.budget(16*gib, c.free)
			if c.bad != "" {
				if err == nil || !strings.Contains(err.Error(), c.bad) || errs.KindOf(err) == errs.Internal {
					t.Errorf("got %v, want %s", err, c.bad)
				}
				return
			}
			if err != nil || got != c.want {
				t.Errorf("got  %+v, %v\nwant %+v", got, err, c.want)
			}
			if n := strings.Join(notes, "\n"); (n == "") != (c.note == "") || !strings.Contains(n, c.note) {
				t.Errorf("notes %q, want %q", n, c.note)
			}
		})
	}
}
