package service

import (
	"errors"
	"fmt"

	"github.com/mars-project/mars-go/errs"
)

// A Failure is an error as plain data.
type Failure struct {
	Kind   errs.Kind
	Msg    string
	Site   string // the user's line
	Op     string
	Where  string // task, subtask, band
	Trace  string // for people
	Peer   string // see errs.Error
	Quota  string // likewise
	Python string // likewise
	Raised *errs.Exception
}

// FailureOf is err as plain data; nil stays nil.
func FailureOf(err error) *Failure {
	if err == nil {
		return nil
	}
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	if e, ok := err.(*errs.Error); ok {
		return &Failure{e.Kind, e.Msg, e.Site, e.Op, e.Where, e.Trace, errs.PeerOf(err), errs.QuotaOf(err), e.Python, e.Raised}
	}
	out := &Failure{Kind: errs.KindOf(err), Msg: err.Error(), Peer: errs.PeerOf(err), Quota: errs.QuotaOf(err), Python: errs.PythonOf(err)}
	var e *errs.Error
	if errors.As(err, &e) {
		out.Trace, out.Raised = e.Trace, e.Raised // the rest is in the message
	}
	return out
}

// Err is the failure as an error of its kind; nil for no failure.
func (f *Failure) Err() error {
	if f == nil {
		return nil
	}
	return &errs.Error{Kind: f.Kind, Msg: f.Msg, Site: f.Site, Op: f.Op, Where: f.Where, Trace: f.Trace, Peer: f.Peer, Quota: f.Quota, Python: f.Python, Raised: f.Raised}
}

// Error makes a Failure an error itself: its line is that of Err.
func (f *Failure) Error() string { return f.Err().Error() }

// Lead puts words before the message, in both languages.
func (f *Failure) Lead(format string, args ...any) {
	words := fmt.Sprintf(format, args...) + ": "
	f.Msg = words + f.Msg
	if f.Python != "" {
		f.Python = words + f.Python
	}
}

// On adds the place where it is not known yet.
func (f *Failure) On(where string) *Failure {
	if f == nil || f.Where != "" {
		return f
	}
	c := *f
	c.Where = where
	return &c
}
