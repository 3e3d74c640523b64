package events_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/events"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var bg = context.Background()

func clock() func() service.Nanos {
	n := service.Nanos(0)
	return func() service.Nanos { n++; return n }
}

func TestSinceNumbersAndForgets(t *testing.T) {
	l := events.New(events.Options{Keep: 3, Now: clock()})
	defer l.Close()
	for _, x := range []string{"a", "b", "c", "d", "e"} {
		l.Append(service.Event{From: "task", Text: x})
	}
	for _, c := range []struct {
		after uint64
		limit int
		want  string
	}{{0, 0, "cde"}, {3, 0, "de"}, {3, 1, "d"}, {5, 0, ""}, {9, 0, ""}} {
		es, err := l.Since(bg, c.after, c.limit)
		got := ""
		for i, e := range es {
			got += e.Text
			if e.At != service.Nanos(e.Seq) || i > 0 && e.Seq != es[i-1].Seq+1 {
				t.Errorf("%+v", e)
			}
		}
		if err != nil || got != c.want {
			t.Errorf("since %d, %d: %q, %v; want %q", c.after, c.limit, got, err, c.want)
		}
	}
}

func TestEventsThatNobodyWaitsForAllocateNothing(t *testing.T) {
	l := events.New(events.Options{Keep: 10, Now: clock()})
	defer l.Close()
	if n := testing.AllocsPerRun(100, func() { l.Append(service.Event{Text: "x"}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFollow(t *testing.T) {
	l := events.New(events.Options{Keep: 100, Now: clock()})
	l.Append(service.Event{Text: "old"})
	got := make(chan string)
	stop := errors.New("enough")
	end := make(chan error, 1)
	go func() {
		end <- l.Follow(bg, 0, func(es []service.Event) error {
			for _, e := range es {
				got <- e.Text
				if e.Text == "last" {
					return stop
				}
			}
			return nil
		})
	}()
	for _, x := range []string{"one", "two", "last"} {
		if x == "one" && <-got != "old" {
			t.Error("what was there before is left out")
		}
		l.Append(service.Event{Text: x})
		if y := <-got; y != x {
			t.Errorf("got %s, want %s", y, x)
		}
	}
	if err := <-end; !errors.Is(err, stop) {
		t.Error(err)
	}
	go func() { end <- l.Follow(bg, 4, func([]service.Event) error { return nil }) }()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if err := <-end; !errs.Is(err, errs.Unavailable) {
		t.Error(err)
	}
}

func TestASlowFollowerIsTold(t *testing.T) {
	l := events.New(events.Options{Keep: 2})
	defer l.Close()
	for range 5 {
		l.Append(service.Event{})
	}
	err := l.Follow(bg, 1, nil)
	if !errs.Is(err, errs.Unavailable) || !strings.Contains(err.Error(), "2 events after 1") {
		t.Error(err)
	}
}

func TestFileHasEveryEvent(t *testing.T) {
	var f bytes.Buffer
	l := events.New(events.Options{Keep: 1, File: &f, Now: clock()})
	for _, x := range []string{"a", "b"} {
		l.Append(service.Event{From: "task", Text: x, Task: 3})
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	d, n := json.NewDecoder(&f), 0
	for d.More() {
		var e service.Event
		if err := d.Decode(&e); err != nil || e.Seq != uint64(n+1) || e.Task != 3 || e.String() != []string{"1 task: a", "2 task: b"}[n] {
			t.Errorf("%+v, %v", e, err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d lines", n)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestAFileThatFailsIsReportedAtTheEnd(t *testing.T) {
	l := events.New(events.Options{File: fullDisk{}})
	l.Append(service.Event{Text: strings.Repeat("x", 1<<17)})
	l.Append(service.Event{Text: "y"})
	if es, _ := l.Since(bg, 0, 0); len(es) != 2 {
		t.Error("memory is not for the file to spoil")
	}
	if err := l.Close(); err == nil || err.Error() != "disk full" {
		t.Error(err)
	}
}
