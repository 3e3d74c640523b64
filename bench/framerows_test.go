package main

import (
	"errors"
	"os"
	"testing"
	"time"
)

// A digest is of one answer only if its rows and its hash are equal; sums may differ by rounding.
func TestAlike(t *testing.T) {
	a := []float64{1e7, 1 << 52, 0, 12.5}
	for _, c := range []struct {
		b    []float64
		want bool
	}{
		{[]float64{1e7, 1 << 52, 0, 12.5}, true},
		{[]float64{1e7, 1 << 52, 0, 12.5 + 1e-7}, true},
		{[]float64{1e7, 1 << 52, 0, 12.6}, false},
		{[]float64{1e7, 1<<52 + 1, 0, 12.5}, false},
		{[]float64{1e7 + 1, 1 << 52, 0, 12.5}, false},
		{[]float64{1e7, 1 << 52, 0}, false},
		{nil, false},
	} {
		if got := alike(a, c.b); got != c.want {
			t.Errorf("alike(%v, %v) = %t", a, c.b, got)
		}
	}
}

// A peer is asked again only while it may be the one that ours is compared with.
func TestNear(t *testing.T) {
	ours := frameReply{Times: []float64{1, 1, 1}}
	for _, c := range []struct {
		ours    frameReply
		fastest beaten
		want    float64
	}{
		{frameReply{NotYet: "no"}, beaten{}, 0},
		{ours, beaten{}, 4},
		{ours, beaten{frameReply{Times: []float64{1.5}}, "p"}, 3},
		{ours, beaten{frameReply{Times: []float64{4}}, "p"}, 4},
		{frameReply{}, beaten{frameReply{Times: []float64{4}}, "p"}, 8},
	} {
		if got := near(c.ours, c.fastest); got != c.want {
			t.Errorf("near(%v, %v) = %v, want %v", c.ours, c.fastest, got, c.want)
		}
	}
}

// A process that does not answer is ended, one that ends is an error, and one that answers goes on.
func TestAskWithin(t *testing.T) {
	for _, c := range []struct {
		script string
		limit  time.Duration
		want   error
	}{
		{"read q; echo 7; read q", time.Minute, nil},
		{"read q; exec sleep 60", 50 * time.Millisecond, os.ErrDeadlineExceeded},
	} {
		b, err := startBeside("sh", nil, "-c", c.script)
		if err != nil {
			t.Fatal(err)
		}
		var x int
		err = b.askWithin(c.limit, "?", &x)
		if !errors.Is(err, c.want) || (c.want == nil && x != 7) {
			t.Errorf("%q: %d, %v, want %v", c.script, x, err, c.want)
		}
		_ = b.close() // its exit is what was asked for
	}
	b, err := startBeside("sh", nil, "-c", "read q")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.askWithin(time.Minute, "?", new(int)); err == nil {
		t.Error("an ended process answered")
	}
	_ = b.close()
}
