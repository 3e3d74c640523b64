package session_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/session"
)

func TestSessionsComeAndGo(t *testing.T) {
	m := session.New(0)
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
	m.Task("mine", 1)
	if err := m.Touch("s1", 30); err != nil {
		t.Error(err)
	}
	if x, err := session.New(2).Create("", 0); err != nil || x.ID != "s1-2" {
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
		if _, err := session.New(0).Create(id, 0); !errs.Is(err, errs.Invalid) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
