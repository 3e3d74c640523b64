package session_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/session"
)

func TestSessionsComeAndGo(t *testing.T) {
	m := session.New(0, 0)
	for i, want := range []string{"s1", "mine", "s2"} {
		id := ""
		if want == "mine" {
			id = want
		}
		if x, err := m.Create(id, 10); err != nil || x.ID != want {
			t.Errorf("%d: %v, %v", i, x, err)
		}
	}
	if x, err := m.Create("mine", 20); err != nil || x.Created != 10 || x.LastUsed != 20 {
		t.Errorf("again: %+v, %v", x, err)
	}
	m.Begin("mine", 1, false)
	if err := m.Touch("s1", 30); err != nil {
		t.Error(err)
	}
	if x, err := session.New(2, 0).Create("", 0); err != nil || x.ID != "s1-2" {
		t.Errorf("of supervisor 2: %v, %v", x, err)
	}
	if x, err := m.Info("mine"); err != nil || x.Tasks != 1 || x.LastUsed != 20 {
		t.Errorf("%+v, %v", x, err)
	}
	if _, err := m.Info("nobody"); !errs.Is(err, errs.NotFound) {
		t.Error(err)
	}
	if !m.Closing("s1") || m.Closing("s1") || m.Closing("nobody") {
		t.Error("one closes a session, once")
	}
	if err := m.Touch("s1", 40); !errs.Is(err, errs.NotFound) {
		t.Error(err)
	}
	if _, err := m.Create("s1", 40); !errs.Is(err, errs.Unavailable) {
		t.Error(err)
	}
	m.Closed("s1")
	if _, err := m.Create("s1", 50); err != nil {
		t.Error(err)
	}
	var ids []string
	for _, x := range m.List() {
		ids = append(ids, x.ID)
	}
	if strings.Join(ids, " ") != "mine s1 s2" {
		t.Error(ids)
	}
}

func TestBadNames(t *testing.T) {
	for _, id := range []string{"a/b", "a b", "ü", strings.Repeat("x", 65)} {
		if _, err := session.New(0, 0).Create(id, 0); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

// Tasks above the quota wait in turn, whatever ends: one that runs, one that waits, or one of another
// session.
func TestTasksWaitTheirTurn(t *testing.T) {
	m := session.New(0, 2)
	for _, id := range []string{"a", "b"} {
		if _, err := m.Create(id, 0); err != nil {
			t.Fatal(err)
		}
	}
	var said []string
	begin := func(id string, ts ...service.TaskID) {
		for _, n := range ts {
			said = append(said, fmt.Sprintf("%s%d %t", id, n, m.Begin(id, n, false)))
		}
	}
	over := func(id string, n service.TaskID) {
		if next, ok := m.Over(id, n); ok {
			said = append(said, fmt.Sprintf("%s%d after %d", id, next, n))
		} else {
			said = append(said, fmt.Sprintf("none after %d", n))
		}
	}
	begin("a", 1, 2, 3, 4, 5)
	begin("b", 6)
	over("b", 6)
	over("a", 4) // it was canceled
	over("a", 2)
	over("a", 1)
	if i, err := m.Info("a"); err != nil || i.Tasks != 2 {
		t.Errorf("%+v, %v", i, err)
	}
	over("a", 3)
	begin("a", 7, 8)
	over("a", 5)
	over("a", 7)
	over("a", 8)
	want := "a1 true, a2 true, a3 false, a4 false, a5 false, b6 true, none after 6, none after 4, a3 after 2, a5 after 1, none after 3, " +
		"a7 true, a8 false, a8 after 5, none after 7, none after 8"
	if got := strings.Join(said, ", "); got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
	if i, err := m.Info("a"); err != nil || i.Tasks != 0 {
		t.Errorf("%+v, %v", i, err)
	}
}
