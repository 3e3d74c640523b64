package errs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// An Error is a failure with a kind. Fields that do not apply are empty.
type Error struct {
	Kind  Kind
	Msg   string // what is wrong, without kind, site or operator
	Site  string // the user's file:line that built the failing node
	Op    string // the operator, as "tensor.add"
	Where string // task, subtask and band of a failure on a worker
	Trace string // the remote stack, for people; never matched on
	Peer  string // the node that could not be reached, of Unavailable, or whose disk is full, of OutOfMemory; empty: that is about no node
	Quota string // the setting that bounds a session and that was reached, "session_disk", of OutOfMemory; empty: no such bound
	// Python are the words for programs in Python, those of NumPy and pandas, where Msg has others because
	// they would mean nothing in Go; empty: Msg has them.
	Python string
	Raised *Exception // what a function of the user's raised; nil: it is an error of ours
	Err    error      // the cause

	golang string // Msg in the words of Go, which At puts in its place; empty: Msg has them
}

// An Exception is what a function of the user's raised.
type Exception struct {
	Type   string // its class, with the module unless that is builtins
	Pickle string // itself, which only who sent the function reads; empty: it has no such form
}

// Error is one line: site, operator, message, place.
func (e *Error) Error() string {
	var parts []string
	for _, s := range []string{e.Site, e.Op, e.Msg} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	s := strings.Join(parts, ": ")
	if e.Where != "" {
		s += " (" + e.Where + ")"
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, errs.Lost.Err()) work, and errors.Is(err, context.Canceled) of what was canceled
// without another cause.
func (e *Error) Is(target error) bool {
	if target == context.Canceled {
		return e.Kind == Canceled && e.Err == nil
	}
	k, ok := target.(kindError)
	return ok && Kind(k) == e.Kind
}

type kindError Kind

func (k kindError) Error() string { return Kind(k).String() }

// Err is a target for errors.Is that matches every error of kind k.
func (k Kind) Err() error { return kindError(k) }

// New makes an error of kind k. The words may be those of NumPy and pandas: At gives the error of an operator
// Go's, and keeps them for Python.
func New(k Kind, format string, args ...any) error {
	e := &Error{Kind: k}
	e.Msg, e.golang = both(format, args)
	return e
}

// Wrap adds words and a kind to a cause; nil stays nil. The message reads "words: cause".
func Wrap(k Kind, err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	e := &Error{Kind: k, Err: err}
	e.Msg, e.golang = both(format+": %v", append(slices.Clone(args), err))
	if PythonOf(err) != "" { // it is said in Go's words already
		e.said()
	}
	return e
}

// In gives err the words that programs in Python know it by; its own are Go's.
func In(err error, python string, args ...any) error {
	return fill(err, func(e *Error) { e.Python, e.golang = fmt.Sprintf(python, args...), "" })
}

// PythonOf is err in the words for Python, empty where these are its own.
func PythonOf(err error) string {
	var e *Error
	if !errors.As(err, &e) || e.Python == "" {
		return ""
	}
	c := *e
	c.Msg = e.Python
	return strings.Replace(err.Error(), e.Error(), c.Error(), 1)
}

// At adds the user's line and the operator to err where they are not known yet. The kind stays. What the
// operator says reads in Go's words from here on.
func At(err error, site, op string) error {
	return fill(err, func(e *Error) {
		e.Site, e.Op = or(e.Site, site), or(e.Op, op)
		e.said()
	})
}

// On adds the place (task, subtask, band) and a stack to err where they are not known yet.
func On(err error, where, trace string) error {
	return fill(err, func(e *Error) { e.Where, e.Trace = or(e.Where, where), or(e.Trace, trace) })
}

// From names the node that could not be reached, or whose disk is full, where err tells of that and does not
// know it yet.
func From(err error, peer string) error {
	full := errors.Is(err, syscall.ENOSPC) && (Is(err, OutOfMemory) || Is(err, Pressure))
	if !Is(err, Unavailable) && !full || PeerOf(err) != "" {
		return err
	}
	return fill(err, func(e *Error) { e.Peer = peer })
}

// PeerOf is the node that could not be reached: of the first Error in the chain of err that knows one.
func PeerOf(err error) string {
	for e := (*Error)(nil); errors.As(err, &e); err = e.Err {
		if e.Peer != "" {
			return e.Peer
		}
	}
	return ""
}

// QuotaOf is the bound of a session that was reached: of the first Error in the chain of err that knows one.
func QuotaOf(err error) string {
	for e := (*Error)(nil); errors.As(err, &e); err = e.Err {
		if e.Quota != "" {
			return e.Quota
		}
	}
	return ""
}

// RaisedOf is what a function of the user's raised; nil: err is an error of ours.
func RaisedOf(err error) *Exception {
	var e *Error
	if errors.As(err, &e) {
		return e.Raised
	}
	return nil
}

func fill(err error, set func(*Error)) error {
	if err == nil {
		return nil
	}
	e, ok := err.(*Error)
	if ok {
		c := *e
		set(&c)
		return &c
	}
	c := &Error{Kind: KindOf(err), Msg: err.Error(), Err: err}
	var inner *Error
	if errors.As(err, &inner) {
		c.Site, c.Op, c.Where, c.Trace = "", "", inner.Where, inner.Trace
		if inner.Site != "" { // the message holds the site already
			return err
		}
		if inner.golang != "" {
			c.golang = strings.Replace(c.Msg, inner.Msg, inner.golang, 1)
		} else if inner.Python != "" {
			c.Python = strings.Replace(c.Msg, inner.Msg, inner.Python, 1)
		}
	}
	set(c)
	return c
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// KindOf is the kind of err: that of the outermost Error in its chain, Canceled for a context's end, else
// Internal.
func KindOf(err error) Kind {
	var e *Error
	switch {
	case err == nil:
		return Internal
	case errors.As(err, &e):
		return e.Kind
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return Canceled
	}
	return Internal
}

// Is reports that err is of kind k.
func Is(err error, k Kind) bool { return err != nil && KindOf(err) == k }
