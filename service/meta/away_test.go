package meta_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/meta"
)

// turned is what became of chunks, by name.
func turned(ts map[string]*meta.Turn, names ...string) string {
	var out []string
	say := func(word string, ks []op.Key) {
		for _, n := range names {
			if slices.Contains(ks, key(n)) {
				out = append(out, word+" "+n)
			}
		}
	}
	if t := ts["s"]; t != nil {
		say("away", t.Away)
		say("fewer", t.Fewer)
		say("back", t.Back)
		say("lost", t.Lost)
	}
	return strings.Join(out, ", ")
}

// TestADeadNodeComesBackWithWhatItHolds: what it had counts as away until then, also through new copies and
// readers that miss it.
func TestADeadNodeComesBackWithWhatItHolds(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("one", a), chunk("two", a, b), chunk("gone", a), chunk("made", a), chunk("other", b))
	names := []string{"one", "two", "gone", "made", "other"}
	if got, want := turned(s.Away("a"), names...), "away one, away gone, away made, fewer two"; got != want {
		t.Errorf("dead: %s, want %s", got, want)
	}
	if got := s.OnlyAway("s", []op.Key{key("one"), key("two"), key("never")}); !slices.Equal(got, []op.Key{key("one")}) {
		t.Errorf("away are %v", got)
	}
	if got := s.NotOn("s", []op.Key{key("one"), key("two"), key("never")}, b); !slices.Equal(got, []op.Key{key("one"), key("never")}) {
		t.Errorf("not on b are %v", got)
	}
	put(t, s, chunk("made", b)) // again
	ms, err := s.Get(bg, "s", []op.Key{key("one")})
	if err != nil {
		t.Fatal(err)
	}
	if lost := s.Invalidate("s", []op.Key{key("one")}, []uint64{ms[0].Version}); len(lost) != 1 || len(lost[0].Away) != 1 {
		t.Errorf("missed: %v", lost)
	}
	back := s.Return("a", func(session string, k op.Key) bool { return session == "s" && k != key("gone") })
	if got, want := turned(back, names...), "back one, back two, back made, lost gone"; got != want {
		t.Errorf("back: %s, want %s", got, want)
	}
	if got, want := at(t, s, names...), "one [a/numa-0] 3; two [b/numa-0 a/numa-0] 3; gone [] 0; made [b/numa-0 a/numa-0] 4; other [b/numa-0] 5; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := turned(s.Return("a", func(string, op.Key) bool { return true }), names...); got != "" {
		t.Errorf("again: %s", got)
	}
}

// TestAForgottenNode: what only it had is lost then, and not before.
func TestAForgottenNode(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("one", a), chunk("two", a, b))
	s.Away("a")
	s.Away("b")
	forget := func(node string) string {
		gone, err := s.Forget(bg, node)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(gone["s"])
	}
	if got, want := forget("a"), fmt.Sprint([]op.Key{key("one")}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := forget("b"), fmt.Sprint([]op.Key{key("two")}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestAwayAt: a copy that was made known when its node was dead already.
func TestAwayAt(t *testing.T) {
	s := meta.New()
	put(t, s, chunk("late", a))
	if turn := s.AwayAt("s", []op.Key{key("late"), key("never")}, "a"); len(turn.Away) != 1 {
		t.Errorf("%+v", turn)
	}
	back := s.Return("a", func(string, op.Key) bool { return true })
	if got := turned(back, "late"); got != "back late" {
		t.Error(got)
	}
}
