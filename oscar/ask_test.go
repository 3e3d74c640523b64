package oscar_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/oscar"
)

func TestAskAnswers(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		ctx := t.Context()
		r := spawn(t, p.server, "c", &counter{})
		for i, want := range []int{1, 3, 6} {
			got, err := counterAdd.Ask(ctx, p.caller, r, addIn{i + 1})
			if err != nil || got.Sum != want {
				t.Fatalf("ask %d: %v, %v, want %d", i, got, err, want)
			}
		}
		if err := counterAdd.Tell(ctx, p.caller, r, addIn{4}); err != nil {
			t.Fatal(err)
		}
		got, err := counterAdd.Ask(ctx, p.caller, r, addIn{0})
		if err != nil || got.Sum != 10 {
			t.Errorf("after tell: %v, %v, want 10", got, err)
		}
	})
}

func TestErrorOfTheMethodArrivesTyped(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := spawn(t, p.server, "c", &counter{})
		got, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{-7})
		wantKind(t, err, errs.Denied)
		e, ok := err.(*errs.Error)
		if !ok || err.Error() != "negative: -7 (here)" || e.Trace != "far trace" {
			t.Errorf("got %#v", err)
		}
		if got != (addOut{}) {
			t.Errorf("a result came with the error: %v", got)
		}
	})
}

func TestBatchStopsAtTheFirstError(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		ctx := t.Context()
		r := spawn(t, p.server, "c", &counter{})
		got, err := counterAdd.Batch(ctx, p.caller, r, []addIn{{1}, {2}, {3}})
		if want := []addOut{{1}, {3}, {6}}; err != nil || !cmp.Equal(got, want) {
			t.Fatalf("got %v, %v, want %v", got, err, want)
		}
		got, err = counterAdd.Batch(ctx, p.caller, r, []addIn{{1}, {-1}, {3}})
		wantKind(t, err, errs.Denied)
		if want := []addOut{{7}}; !cmp.Equal(got, want) {
			t.Errorf("before the error: got %v, want %v", got, want)
		}
		if err == nil || !strings.Contains(err.Error(), "item 2 of 3") {
			t.Errorf("error does not name the item: %v", err)
		}
		if got, err := counterAdd.Ask(ctx, p.caller, r, addIn{0}); err != nil || got.Sum != 7 {
			t.Errorf("item 3 was handled: %v, %v", got, err)
		}
		if got, err := counterAdd.Batch(ctx, p.caller, r, nil); got != nil || err != nil {
			t.Errorf("empty batch: %v, %v", got, err)
		}
	})
}

func TestUnknownActorIsGone(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := oscar.Ref[*counter]{Node: p.server.Node(), UID: "nobody"}
		_, err := counterAdd.Ask(t.Context(), p.caller, r, addIn{1})
		wantKind(t, err, errs.Unavailable)
		if who, ok := oscar.Gone(err); !ok || who != r.Addr() {
			t.Errorf("Gone(%v) = %v, %v", err, who, ok)
		}
	})
}

func TestUnknownNodeIsUnavailable(t *testing.T) {
	s := system(t, "a")
	r := oscar.Ref[*counter]{Node: "b", UID: "c"}
	_, err := counterAdd.Ask(t.Context(), s, r, addIn{1})
	wantKind(t, err, errs.Unavailable)
	if _, ok := oscar.Gone(err); ok {
		t.Errorf("%v claims to know that the actor is gone", err)
	}
	wantKind(t, counterAdd.Tell(t.Context(), s, r, addIn{1}), errs.Unavailable)
}

type other struct{}

func TestWrongActorTypeIsRefused(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		spawn(t, p.server, "o", &other{})
		_, err := counterAdd.Ask(t.Context(), p.caller, oscar.Ref[*counter]{Node: p.server.Node(), UID: "o"}, addIn{1})
		wantKind(t, err, errs.Type)
		if err == nil || !strings.Contains(err.Error(), "*oscar_test.other, not a *oscar_test.counter") {
			t.Errorf("got %v", err)
		}
	})
}

type adder interface {
	Add(context.Context, addIn) (addOut, error)
}

var adderAdd = oscar.Def("test.adder.add", adder.Add)

func TestMethodOfAnInterface(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r, err := oscar.Spawn(p.server, "c", func() adder { return &counter{n: 40} })
		if err != nil {
			t.Fatal(err)
		}
		if got, err := adderAdd.Ask(t.Context(), p.caller, r, addIn{2}); err != nil || got.Sum != 42 {
			t.Errorf("got %v, %v", got, err)
		}
	})
}

var echoAny = oscar.Def("test.any.echo", func(_ *other, _ context.Context, in any) (any, error) { return in, nil })

func TestNilInterfaceTravels(t *testing.T) {
	places(t, func(t *testing.T, p place) {
		r := spawn(t, p.server, "o", &other{})
		for _, in := range []any{nil, int64(-5), "x", true} {
			if out, err := echoAny.Ask(t.Context(), p.caller, r, in); err != nil || out != in {
				t.Errorf("echo %v: %v, %v", in, out, err)
			}
		}
	})
}

var takesChan = oscar.Def("test.chan", func(*other, context.Context, chan int) (oscar.None, error) { return oscar.None{}, nil })

func TestWhatCannotBeEncoded(t *testing.T) {
	a, b := system(t, "a"), system(t, "b")
	if err := oscar.NewNet(oscar.Bytes).Join(a, b); err != nil {
		t.Fatal(err)
	}
	r := spawn(t, b, "o", &other{})
	_, err := takesChan.Ask(t.Context(), a, r, make(chan int))
	wantKind(t, err, errs.Invalid)
	if err := oscar.CheckMethods("test.c"); err == nil || !strings.Contains(err.Error(), "test.chan") || strings.Contains(err.Error(), "counter") {
		t.Errorf("CheckMethods: %v", err)
	}
	if err := oscar.CheckMethods("test.counter."); err != nil {
		t.Errorf("CheckMethods: %v", err)
	}
}

func TestSpawnRefuses(t *testing.T) {
	s := system(t, "a")
	spawn(t, s, "c", &counter{})
	for name, f := range map[string]func() error{
		"taken": func() error { _, err := oscar.Spawn(s, "c", func() *counter { return nil }); return err },
		"empty": func() error { _, err := oscar.Spawn(s, "", func() *counter { return nil }); return err },
		"policy": func() error {
			_, err := oscar.Spawn(s, "d", func() *counter { return nil }, oscar.Policy{Mailbox: -1})
			return err
		},
	} {
		if err := f(); !errs.Is(err, errs.Invalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := oscar.Spawn(s, "d", func() *counter { panic("no disk") })
	wantKind(t, err, errs.Internal)
	if _, err := oscar.New(""); !errs.Is(err, errs.Invalid) {
		t.Errorf("node without a name: %v", err)
	}
}

func TestTakenMethodNamePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a second Def of one name did not panic")
		}
	}()
	oscar.Def("test.counter.add", (*counter).Add)
}
