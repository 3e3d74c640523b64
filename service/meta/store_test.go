package meta_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/meta"
)

var (
	bg   = context.Background()
	a, b = service.Band{Node: "a", Name: "numa-0"}, service.Band{Node: "b", Name: "numa-0"}
)

func key(name string) op.Key {
	var h op.Hasher
	return h.Str(name).Sum()
}

func chunk(name string, bands ...service.Band) service.ChunkMeta {
	return service.ChunkMeta{Facts: service.Facts{Key: key(name), Facts: op.Facts{Bytes: int64(len(name))}}, Bands: bands}
}

func put(t *testing.T, s *meta.Store, ms ...service.ChunkMeta) {
	t.Helper()
	if err := s.Put(bg, "s", ms); err != nil {
		t.Fatal(err)
	}
}

// at says where chunks are.
func at(t *testing.T, s *meta.Store, names ...string) string {
	t.Helper()
	ks := make([]op.Key, len(names))
	for i, n := range names {
		ks[i] = key(n)
	}
	ms, err := s.Get(bg, "s", ks)
	if err != nil {
		t.Fatal(err)
	}
	located := make([]service.ChunkMeta, len(ks))
	for i, k := range ks {
		located[i] = service.ChunkMeta{Facts: service.Facts{Key: k}, Bands: []service.Band{{Node: "gone", Name: "numa-0"}}, Version: 77}
	}
	s.Locate("s", located)
	out := ""
	for i, m := range ms {
		if l := located[i]; !slices.Equal(l.Bands, m.Bands) || l.Version != m.Version {
			t.Errorf("%s is located at %v, %d, not %v, %d", names[i], l.Bands, l.Version, m.Bands, m.Version)
		}
		if m.Key != ks[i] {
			t.Errorf("the answer for %s is of another chunk", names[i])
		}
		out += fmt.Sprintf("%s %v %d; ", names[i], m.Bands, m.Bytes)
	}
	return out
}

func TestCopiesCome(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("x", a), chunk("yy", b))
	put(t, s, chunk("x", b), chunk("x", b))
	if got := at(t, s, "yy", "x", "z"); got != "yy [b/numa-0] 2; x [a/numa-0 b/numa-0] 1; z [] 0; " {
		t.Error(got)
	}
	if un := s.Copies("s", []service.ChunkMeta{chunk("yy", a), chunk("gone", a)}); len(un) != 1 || un[0] != key("gone") {
		t.Errorf("unknown: %v", un)
	}
	if un := s.Copies("other", []service.ChunkMeta{chunk("yy", a)}); len(un) != 1 {
		t.Errorf("unknown of a session that is not there: %v", un)
	}
	if got := at(t, s, "yy", "gone"); got != "yy [b/numa-0 a/numa-0] 2; gone [] 0; " {
		t.Error(got)
	}
}

// What subtasks made is known, as another copy where it was known, but for what their band keeps to itself.
func TestMade(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("x", a))
	of := func(name string, local bool) service.Facts {
		f := chunk(name).Facts
		f.Local = local
		return f
	}
	s.Made("s", b, []service.Result{{Facts: []service.Facts{of("x", false), of("y", true)}}, {}, {Facts: []service.Facts{of("zz", false)}}})
	if got := at(t, s, "x", "y", "zz"); got != "x [a/numa-0 b/numa-0] 1; y [] 0; zz [b/numa-0] 2; " || s.Len("s") != 2 {
		t.Error(got)
	}
}

func TestCopiesGo(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("x", a, b), chunk("y", b), chunk("z", a))
	before, _ := s.Get(bg, "s", []op.Key{key("x")})
	gone, err := s.Forget(bg, "a")
	if err != nil || len(gone) != 1 || fmt.Sprint(gone["s"]) != fmt.Sprint([]op.Key{key("z")}) {
		t.Errorf("lost with a: %v, %v", gone, err)
	}
	if len(before[0].Bands) != 2 {
		t.Error("an answer changed after it was given")
	}
	if got := at(t, s, "x", "y", "z"); got != "x [b/numa-0] 1; y [b/numa-0] 1; z [] 0; " {
		t.Error(got)
	}
	if err := s.Remove(bg, "s", []op.Key{key("x")}, a); err != nil || s.Len("s") != 2 {
		t.Errorf("removing what is not there: %v, %d left", err, s.Len("s"))
	}
	var ms []service.ChunkMeta
	s.Take("s", []op.Key{key("x"), key("z")}, func(m *service.ChunkMeta) { ms = append(ms, *m) })
	if len(ms) != 1 || ms[0].Key != key("x") || len(ms[0].Bands) != 1 || s.Len("s") != 1 {
		t.Errorf("took %v", ms)
	}
	if err := s.Remove(bg, "s", []op.Key{key("y")}, service.Band{}); err != nil || s.Len("s") != 0 {
		t.Errorf("%v, %d left", err, s.Len("s"))
	}
	put(t, s, chunk("x", a))
	if err := s.Close(bg, "s"); err != nil || s.Len("s") != 0 {
		t.Errorf("%v, %d left", err, s.Len("s"))
	}
}

func TestManyAtOnce(t *testing.T) {
	s := meta.New()
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 500 {
				n := fmt.Sprintf("c%d", i)
				_ = s.Put(bg, "s", []service.ChunkMeta{chunk(n, service.Band{Node: fmt.Sprint(g)})})
				_, _ = s.Get(bg, "s", []op.Key{key(n)})
			}
		})
	}
	wg.Wait()
	ms, _ := s.Get(bg, "s", []op.Key{key("c7")})
	if s.Len("s") != 500 || len(ms[0].Bands) != 4 {
		t.Errorf("%d chunks, c7 on %v", s.Len("s"), ms[0].Bands)
	}
}

// Who misses a chunk says as of what he was told: one that was made again since then stays.
func TestMissed(t *testing.T) {
	s := meta.New()
	version := func(name string) uint64 {
		ms, err := s.Get(bg, "s", []op.Key{key(name)})
		if err != nil {
			t.Fatal(err)
		}
		return ms[0].Version
	}
	missed := func(name string, seen uint64) string {
		out := ""
		for _, m := range s.Invalidate("s", []op.Key{key(name)}, []uint64{seen}) {
			out += fmt.Sprint(m.Key == key(name), m.Bands)
		}
		return out
	}
	put(t, s, chunk("x", a), chunk("yy", b))
	x, y := version("x"), version("yy")
	if x == 0 || x == y || version("z") != 0 {
		t.Fatalf("versions %d, %d, %d", x, y, version("z"))
	}
	put(t, s, chunk("x", b))
	if got := missed("x", x); got != "" || version("x") == x {
		t.Errorf("a new copy: %q", got)
	}
	x = version("x")
	if s.Copies("s", []service.ChunkMeta{chunk("yy", a)}); missed("yy", y) != "" {
		t.Error("a copy that was fetched is no copy")
	}
	for _, c := range []struct {
		name string
		seen uint64
		want string
	}{{"x", x, "true [a/numa-0 b/numa-0]"}, {"x", x, "true []"}, {"z", 0, "true []"}} {
		if got := missed(c.name, c.seen); got != c.want {
			t.Errorf("%s is missed: %q, want %q", c.name, got, c.want)
		}
	}
	put(t, s, chunk("x", a))
	if missed("x", 0) != "" || missed("x", x) != "" {
		t.Error("it was made again, and is missed")
	}
	if got := s.Invalidate("no such session", []op.Key{key("x")}, []uint64{7}); len(got) != 1 {
		t.Errorf("%v", got)
	}
}
