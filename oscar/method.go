package oscar

import (
	"context"

	"github.com/mars-project/mars-go/errs"
)

// None is the argument or result of a method that has none.
type None = struct{}

// A Method is a method of actors of type A that can be called from anywhere. Make it once, with Def.
type Method[A, In, Out any] struct {
	one  *def[A, In, Out]
	many *def[A, []In, []Out]
}

// def is what a Method does at the actor.
type def[A, In, Out any] struct {
	name    string
	fn      func(A, context.Context, In) (Out, error)
	partial bool // results that come with an error are for the caller
}

// Def makes fn callable by name from every node; fn is usually a method expression, (*T).M or Interface.M. It
// belongs in a package-level var: the table of methods is complete once the program is initialised. A name
// that is taken is a panic. The context of a call ends with that of the asker and with the actor; it must not
// be used after fn has returned.
func Def[A, In, Out any](name string, fn func(A, context.Context, In) (Out, error)) Method[A, In, Out] {
	m := Method[A, In, Out]{
		one: &def[A, In, Out]{name: name, fn: fn},
		many: &def[A, []In, []Out]{name: name + "[]", partial: true, fn: func(a A, ctx context.Context, in []In) ([]Out, error) {
			return each(ctx, a, name, fn, in)
		}},
	}
	methods.add(m.one.name, m.one)
	methods.add(m.many.name, m.many)
	return m
}

func each[A, In, Out any](ctx context.Context, a A, name string, fn func(A, context.Context, In) (Out, error), in []In) ([]Out, error) {
	out := make([]Out, 0, len(in))
	for i, x := range in {
		y, err := fn(a, ctx, x)
		if err != nil {
			return out, errs.Wrap(errs.KindOf(err), err, "%s, item %d of %d", name, i+1, len(in))
		}
		out = append(out, y)
	}
	return out, nil
}

// Name is the name given to Def.
func (m Method[A, In, Out]) Name() string { return m.one.name }

// Ask sends in to the actor and waits for its answer.
//  1. The method returned: its result, or its error (the same value on this node; kind, text and trace from another).
//  2. It panicked: an Internal error with the stack as Trace.
//  3. There is no such actor: an Unavailable error for which [Gone] is true; nothing was handled.
//  4. The node is not linked, or the link went down while waiting: Unavailable; the message may have been handled.
//  5. ctx ended first: Canceled; the message may have been handled. Its end is passed on to the method.
//  6. The caller holds the turn of an actor that must answer before this one can: Invalid, naming the cycle.
//
// An actor that asks keeps its turn; wrap the ask in [Await] to give it up.
func (m Method[A, In, Out]) Ask(ctx context.Context, s *System, to Ref[A], in In) (Out, error) {
	out, err := m.one.ask(ctx, s, to.Addr(), in)
	if err != nil {
		var none Out
		return none, err
	}
	return out, nil
}

// Batch is one message that calls the method for each of in, in order and in one turn. It stops at the first
// error, which it returns together with the results of the items before it. Other outcomes are those of Ask,
// without results.
func (m Method[A, In, Out]) Batch(ctx context.Context, s *System, to Ref[A], in []In) ([]Out, error) {
	if len(in) == 0 {
		return nil, nil
	}
	return m.many.ask(ctx, s, to.Addr(), in)
}

// Tell sends in and does not wait for an answer; an error of the method goes to the log. ctx bounds only the
// wait for room in the mailbox or the link. Nil means that the message is on its way, not that it will be
// handled. The outcomes 3 to 5 of Ask are reported where they are known at once: an actor of another node
// that is gone is not.
func (m Method[A, In, Out]) Tell(ctx context.Context, s *System, to Ref[A], in In) error {
	return m.one.tell(ctx, s, to.Addr(), in)
}
