package op

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Failed is an error that a function of the user's has returned. It is final, whatever made it: Invalid where
// its kind would have it tried again.
func Failed(err error) error {
	switch errs.KindOf(err) {
	case errs.Invalid, errs.Type, errs.NotFound:
		return err
	}
	return errs.New(errs.Invalid, "%v", err)
}

// InFunc is an error of a function under its name, with the stack that it has. Format and args say more of
// where.
func InFunc(name string, err error, format string, args ...any) error {
	out := errs.Wrap(errs.KindOf(err), err, "function %q"+format, append([]any{name}, args...)...)
	if e := (*errs.Error)(nil); errors.As(err, &e) {
		out = errs.On(out, "", e.Trace)
	}
	return out
}

// Panicked is what a function of the user's has panicked with as an error, Invalid, that names the line where
// it did. It is called by the deferred function that has recovered r.
func Panicked(r any) error {
	err := errs.New(errs.Invalid, "panic: %v%s", r, panickedAt())
	return errs.On(err, "", string(debug.Stack()))
}

// panickedAt is the line that has panicked: what called the panic, or what the runtime stopped.
func panickedAt() string {
	pcs := make([]uintptr, 64)
	fs := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	for panics, more := false, true; more; {
		var f runtime.Frame
		f, more = fs.Next()
		switch {
		case f.Function == "runtime.gopanic":
			panics = true
		case panics && !strings.HasPrefix(f.Function, "runtime."):
			return fmt.Sprintf(" at %s:%d in %s", filepath.Base(f.File), f.Line, f.Function[strings.LastIndexByte(f.Function, '/')+1:])
		}
	}
	return ""
}
