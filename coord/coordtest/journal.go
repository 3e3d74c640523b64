package coordtest

import (
	"strings"

	"github.com/mars-project/mars-go/coord"
	"github.com/mars-project/mars-go/errs"
)

func recs(s string) (out [][]byte) {
	for _, r := range strings.Fields(s) {
		out = append(out, []byte(r))
	}
	return out
}

var journalStories = []story{
	{"records come back in order", func(t *T) {
		f := t.campaign("sup", "a").Fence()
		last, err := t.c.Append(t.Context(), f, "s1", 0, recs("x y")...)
		if err != nil || last != 2 {
			t.Fatalf("append: %d, %v", last, err)
		}
		last, err = t.c.Append(t.Context(), f, "s1", 2, recs("z")...)
		if err != nil || last != 3 {
			t.Fatalf("append: %d, %v", last, err)
		}
		for _, c := range []struct {
			after uint64
			limit int
			want  string
		}{{0, 0, "1:x 2:y 3:z"}, {1, 0, "2:y 3:z"}, {1, 1, "2:y"}, {0, 9, "1:x 2:y 3:z"}, {3, 0, ""}, {1 << 60, 0, ""}} {
			if got := t.read("s1", c.after, c.limit); got != c.want {
				t.Errorf("read after %d, limit %d: %q, want %q", c.after, c.limit, got, c.want)
			}
		}
		if got := t.read("nolog", 0, 0); got != "" {
			t.Errorf("a log that is not there: %q", got)
		}
		rs, err := t.c.Read(t.Context(), "s1", 2, 0)
		t.must(err)
		if rs[0].Token != f.Token {
			t.Errorf("record of term %d, want %d", rs[0].Token, f.Token)
		}
	}},
	{"an append that does not fit the log is refused whole", func(t *T) {
		f := t.campaign("sup", "a").Fence()
		_, err := t.c.Append(t.Context(), f, "s1", 0, recs("x y")...)
		t.must(err)
		for _, after := range []uint64{0, 1, 3} {
			_, err := t.c.Append(t.Context(), f, "s1", after, recs("p q")...)
			t.want(err, errs.Invalid)
		}
		_, err = t.c.Append(t.Context(), f, "s1", 2, make([]byte, coord.MaxBytes), []byte("1"))
		t.want(err, errs.Invalid)
		_, err = t.c.Append(t.Context(), f, "", 0, recs("x")...)
		t.want(err, errs.Invalid)
		if got := t.read("s1", 0, 0); got != "1:x 2:y" {
			t.Errorf("the log is %q", got)
		}
		_, err = t.c.Append(t.Context(), f, "s1", 2, make([]byte, coord.MaxBytes))
		t.must(err)
	}},
	{"who does not lead does not write", func(t *T) {
		term := t.campaign("sup", "a")
		old := term.Fence()
		_, err := t.c.Append(t.Context(), old, "s1", 0, recs("x")...)
		t.must(err)
		t.must(term.Resign(t.Context()))
		refused := func(f coord.Fence) {
			t.Helper()
			_, err := t.c.Append(t.Context(), f, "s1", 1, recs("bad")...)
			t.want(err, errs.Denied)
			t.want(t.c.Drop(t.Context(), f, "s1"), errs.Denied)
		}
		refused(old) // the office is vacant
		next := t.campaign("sup", "b")
		refused(old)
		refused(coord.Fence{Office: "sup", Token: next.Fence().Token + 1})
		refused(coord.Fence{Office: "no", Token: next.Fence().Token})
		refused(coord.Fence{})
		_, err = t.c.Append(t.Context(), next.Fence(), "s1", 1, recs("y")...)
		t.must(err)
		t.Sleep(3 * TTL) // without renewal
		refused(next.Fence())
		if got := t.read("s1", 0, 0); got != "1:x 2:y" {
			t.Errorf("the log is %q", got)
		}
	}},
	{"logs are listed and dropped", func(t *T) {
		f := t.campaign("sup", "a").Fence()
		for _, l := range []string{"task/2", "session/1", "task/1", "task/10"} {
			_, err := t.c.Append(t.Context(), f, l, 0, recs("x")...)
			t.must(err)
		}
		list := func(prefix, want string) {
			t.Helper()
			got, err := t.c.Logs(t.Context(), prefix)
			t.must(err)
			if g := strings.Join(got, " "); g != want {
				t.Errorf("logs %q*: %s, want %s", prefix, g, want)
			}
		}
		list("", "session/1 task/1 task/10 task/2")
		list("task/", "task/1 task/10 task/2")
		t.must(t.c.Drop(t.Context(), f, "task/1"))
		t.must(t.c.Drop(t.Context(), f, "task/1"))
		list("task/", "task/10 task/2")
		if got := t.read("task/1", 0, 0) + t.read("task/10", 0, 0); got != "1:x" {
			t.Errorf("after the drop: %q", got)
		}
		_, err := t.c.Append(t.Context(), f, "task/1", 0, recs("again")...)
		t.must(err)
		if got := t.read("task/1", 0, 0); got != "1:again" {
			t.Errorf("a log of a dropped name: %q", got)
		}
	}},
	{"records belong to nobody else", func(t *T) {
		f := t.campaign("sup", "a").Fence()
		data := []byte("good")
		_, err := t.c.Append(t.Context(), f, "s1", 0, data)
		t.must(err)
		copy(data, "evil")
		rs, err := t.c.Read(t.Context(), "s1", 0, 0)
		t.must(err)
		copy(rs[0].Data, "evil")
		if got := t.read("s1", 0, 0); got != "1:good" {
			t.Errorf("the log is %q", got)
		}
	}},
}
