package remote

import (
	"context"
	"runtime"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A Value is what a call of a function in Go gives: a handle, which a session executes, and an argument of
// other calls.
type Value[R any] struct{ held }

// held is a value with the session that executed it.
type held struct {
	v    op.Value
	sess op.Session
}

func init() {
	op.Binds(func(h op.Handle, s op.Session, release func()) bool {
		c, ok := h.(interface{ self() *held })
		if ok {
			c.self().sess = s
			runtime.AddCleanup(c.self(), func(f func()) { f() }, release)
		}
		return ok
	})
}

func (v *held) self() *held { return v }

// Value is what the handle points at.
func (v *Value[R]) Value() op.Value {
	if v == nil {
		return op.Value{N: op.BadAt("remote.called", errs.New(errs.Type, "v is nil: give what Spawn returned"))}
	}
	return v.v
}

// Err is the error of the call that made v, or of one before it; nil when all were good.
func (v *Value[R]) Err() error { return v.Value().Err() }

// Fetch brings the result to Go memory, after a session has executed it. Errors: Invalid where none has,
// those of the session.
func (v *Value[R]) Fetch(ctx context.Context) (r R, err error) {
	x := v.Value()
	if err := x.Err(); err != nil {
		return r, err
	}
	s := op.SessionOf(x, v.sess)
	if s == nil {
		return r, errs.New(errs.Invalid, "no session has executed the call: Execute it first")
	}
	got, err := s.Fetch(ctx, v)
	if err != nil {
		return r, err
	}
	return take[R](got)
}

// An Arg is an argument of type A of a call: Of makes it of a value, In of what lies in the cluster, and
// results of other calls are arguments.
type Arg[A any] interface {
	// argument is what lies in the cluster, or else the bytes of a value.
	argument() (v op.Value, given [][]byte, err error)
	is(A)
}

type given[A any] struct{ v A }

// Of is an argument that travels with the call.
func Of[A any](v A) Arg[A] { return given[A]{v} }

func (given[A]) is(A) {}

func (g given[A]) argument() (_ op.Value, parts [][]byte, err error) {
	parts, err = give(g.v)
	return op.Value{}, parts, err
}

type stored[A any] struct{ h op.Handle }

// In is an argument that lies in the cluster, whole: a tensor for a slice of its elements in C order, for a
// number where it has one element, or for an *nd.Array; a frame or series for a *frame.Frame. An array and a
// frame are those of the cluster: they are read only, and good until the function returns.
func In[A any](h op.Handle) Arg[A] { return stored[A]{h} }

func (stored[A]) is(A) {}

func (s stored[A]) argument() (v op.Value, _ [][]byte, err error) {
	if op.IsNil(s.h) {
		return v, nil, errs.New(errs.Type, "an argument is nil: give a tensor, frame or series")
	}
	return s.h.Value(), nil, nil
}

func (v *Value[R]) is(R) {}

func (v *Value[R]) argument() (op.Value, [][]byte, error) { return v.Value(), nil, nil }
