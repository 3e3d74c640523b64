package service_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

func TestIDsReadBack(t *testing.T) {
	for _, c := range []struct {
		id   service.TaskID
		want string
	}{
		{service.MakeTaskID(0, 3), "t3"},
		{service.MakeTaskID(2, 3), "t3@2"},
		{service.MakeTaskID(255, 1<<24-1), "t16777215@255"},
	} {
		if c.id.String() != c.want {
			t.Errorf("got %s, want %s", c.id, c.want)
		}
		if got, err := service.ParseTaskID(c.want); err != nil || got != c.id {
			t.Errorf("ParseTaskID(%s) = %v, %v", c.want, got, err)
		}
	}
	for _, bad := range []string{"", "3", "t", "t-1", "t1@", "t1@256", "t16777216"} {
		if id, err := service.ParseTaskID(bad); err == nil {
			t.Errorf("ParseTaskID(%q) = %v", bad, id)
		}
	}
	s := service.MakeTaskID(2, 3).Subtask(17)
	if got := fmt.Sprint(s, s.Task(), s.N(), service.Run{ID: s}, service.Run{ID: s, Attempt: 2}); got != "t3@2/s17 t3@2 17 t3@2/s17 t3@2/s17#2" {
		t.Error(got)
	}
}

func TestBytesReadAsPeopleSay(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1023: "1023 B", 1024: "1 KiB", 1536: "1.5 KiB", 1 << 20: "1 MiB", 512 << 20: "512 MiB", 1<<30 - 1: "1 GiB",
		1 << 30: "1 GiB", 3<<30 + 300<<20: "3.29 GiB", 100<<20 + 600<<10: "101 MiB", -2048: "-2 KiB", 10 << 50: "10 PiB",
		12345: "12.1 KiB",
	} {
		if got := service.Bytes(n).String(); got != want {
			t.Errorf("%d: got %s, want %s", n, got, want)
		}
	}
}

func TestFailureKeepsWhatTheErrorSays(t *testing.T) {
	err := errs.On(errs.At(errs.New(errs.Invalid, "shapes differ"), "a.py:7", "tensor.add"), "t1/s2 on w1/numa-0", "stack")
	f := service.FailureOf(err)
	if f.Err().Error() != err.Error() || errs.KindOf(f.Err()) != errs.Invalid || f.Trace != "stack" || f.Op != "tensor.add" {
		t.Errorf("%+v", f)
	}
	if g := service.FailureOf(fmt.Errorf("outer: %w", err)); g.Err().Error() != "outer: "+err.Error() || g.Kind != errs.Invalid || g.Trace != "stack" {
		t.Errorf("%+v", g)
	}
	if service.FailureOf(f) != f || service.FailureOf(nil) != nil || (*service.Failure)(nil).Err() != nil {
		t.Error("a failure is not kept as it is")
	}
	if g := service.FailureOf(errors.New("x")); g.Kind != errs.Internal || g.On("here").Where != "here" || g.Where != "" {
		t.Errorf("%+v", g)
	}
}
