package oscar

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/mars-project/mars-go/errs"
)

// goneError is the cause of errors that say that an actor does not exist.
type goneError struct{ who Addr }

func (e *goneError) Error() string { return "no such actor" }

// Gone reports which actor an error of Ask or Tell says is not there. The message was not handled.
func Gone(err error) (who Addr, ok bool) {
	var g *goneError
	if errors.As(err, &g) {
		return g.who, true
	}
	return Addr{}, false
}

func gone(who Addr, why string) error {
	msg := "actor " + who.String() + " is gone"
	if why != "" {
		msg += ": " + why
	}
	return &errs.Error{Kind: errs.Unavailable, Msg: msg, Err: &goneError{who}}
}

func unlinked(node string) error {
	return errs.New(errs.Unavailable, "node %s is not linked", node)
}

func canceled(ctx context.Context, method string, to Addr) error {
	return errs.Wrap(errs.Canceled, ctx.Err(), "%s of actor %s", method, to)
}

// panicked describes the panic with value p that is being recovered; nil p is runtime.Goexit.
func panicked(p any, method string, who Addr) error {
	what := "called runtime.Goexit"
	if p != nil {
		what = fmt.Sprintf("panicked: %v", p)
	}
	e := &errs.Error{Kind: errs.Internal, Msg: method + " " + what, Where: "actor " + who.String(), Trace: string(debug.Stack())}
	if err, ok := p.(error); ok {
		e.Err = err
	}
	return e
}
