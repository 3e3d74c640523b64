package runner

import (
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Want of memory ends a subtask for good whose function was called and never begins twice.
func TestFinal(t *testing.T) {
	r := &Runner{}
	fail := func(once bool, err error) *service.Failure {
		var x service.Result
		r.fail(&Work{Subtask: &service.Subtask{}, once: once}, &x, err)
		return x.Err
	}
	short := errs.New(errs.Pressure, "no room")
	if f := fail(true, short); f.Kind != errs.Internal || f.Raised == nil || f.Raised.Type != "MemoryError" {
		t.Errorf("%+v", f)
	}
	if f := fail(true, errs.New(errs.Unavailable, "nobody there")); f.Kind != errs.Internal || f.Raised != nil {
		t.Errorf("%+v", f)
	}
	if f := fail(true, errs.New(errs.Type, "wrong")); f.Kind != errs.Type {
		t.Errorf("%+v", f)
	}
	if f := fail(false, short); f.Kind != errs.Pressure {
		t.Errorf("%+v", f)
	}
}
