package functions

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/nd"
)

// A call that takes more than it asked for ends as MemoryError at its line. Those beside it and behind it
// find nothing of it.
func TestMemory(t *testing.T) {
	r := open(t, 2)
	beside := calling(t, "import time\ndef f(): time.sleep(0.5); return 'whole'", "")
	done := make(chan error)
	go func() {
		made, err := r.Call(context.Background(), beside)
		if err == nil {
			release(made[0])
		}
		done <- err
	}()
	pid := calling(t, "import os\ndef f(): return os.getpid()", "")
	before, err := r.text(pid)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct{ source, words, at string }{
		{"import numpy\ndef f(n):\n    numpy.ones(n, 'u1')", "Unable to allocate 200. MiB for an array", "line 3, in f"},
		{"def f(n): bytearray(n)", "nothing more could be allocated", "line 1, in f"},
		{"import numpy\ndef f(n):\n    l = []\n    while True: l.append(numpy.zeros(10000))", "Unable to allocate 78.1 KiB", "line 4, in f"},
		{"def f(n):\n    l = []\n    while len(l) < n: l.append(str(len(l)))", "nothing more could be allocated", ""}, // nor a traceback
	} {
		c := calling(t, x.source, "200 << 20")
		c.Memory = 16 << 20
		_, err := r.Call(t.Context(), c)
		var e *Raised
		if !errors.As(err, &e) || e.Type != "MemoryError" || e.Module != "builtins" {
			t.Errorf("%s: %v", x.source, err)
			continue
		}
		for _, w := range []string{x.words, "asked for memory=16777216 and was given 0 bytes", "ask for more (memory=)"} {
			if !strings.Contains(e.Message, w) {
				t.Errorf("%v does not say %s", e.Message, w)
			}
		}
		if !strings.Contains(e.Traceback(), x.at) {
			t.Errorf("%s is not at %s", e.Traceback(), x.at)
		}
	}
	if after, err := r.text(pid); err != nil || after == before {
		t.Errorf("the process that lacked memory goes on: %s, %v", after, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// Inputs lie in shared memory and are not counted; as much as they have may be taken beside what was asked
// for. The limit of a call is that of nobody behind it.
func TestMemoryThatIsNotCounted(t *testing.T) {
	r := open(t, 1)
	a := nd.Of(make([]float64, 8<<20), 8<<20) // 64 MiB
	sum := calling(t, "import os\ndef f(a): return a.sum() + (a + 1).sum(), os.getpid()", "In(0)", a)
	sum.Memory = 1
	first, err := r.text(sum)
	if err != nil {
		t.Fatal(err)
	}
	more := calling(t, "import numpy, os\ndef f(n): return numpy.float64(numpy.ones(n).sum()), os.getpid()", "8 << 20")
	r.wants(more, strings.Replace(first, "np.float64(8388608.0)", "np.float64(8388608.0)", 1)) // in the same process
	three := calling(t, "def f(a): return len([a + i for i in range(3)])", "In(0)", a)
	three.Memory = 1
	r.fails(three, errs.Internal, "MemoryError", "was given 67108864 bytes")
	own := calling(t, "def f(): raise MemoryError('mine')", "")
	own.Memory = 1
	_, err = r.Call(t.Context(), own)
	var e *Raised
	if !errors.As(err, &e) || e.Message != "mine" {
		t.Error(err)
	}
}

// Of what nothing is said may take what the worker has, and no more. A process that is left large ends.
func TestMemoryOfWhatAsksForNone(t *testing.T) {
	r := open(t, 1)
	r.fails(calling(t, "import numpy\ndef f(n): return numpy.ones(n, 'u1').sum()", "400 << 20"), errs.Internal, "MemoryError", "a call may take 268435456 bytes on this worker")
	r.wants(calling(t, "import numpy\ndef f(n): return int(numpy.ones(n, 'u1').sum())", "200 << 20"), "209715200")
	keeps := calling(t, "import builtins, numpy, os\ndef f(n):\n    builtins.kept = numpy.ones(n, 'u1')\n    return os.getpid()", "300 << 20")
	r.CloseSession("s")
	large, err := r.text(keeps)
	if err != nil {
		t.Fatal(err)
	}
	if next, err := r.text(calling(t, "import os\ndef f(): return os.getpid()", "")); err != nil || next == large {
		t.Errorf("%s, %v", next, err)
	}
	keeps = calling(t, "import builtins, numpy, os\ndef f(n):\n    builtins.kept = numpy.ones(n, 'u1')\n    return os.getpid()", "30 << 20")
	if large, err = r.text(keeps); err != nil {
		t.Fatal(err)
	}
	r.wants(calling(t, "import os\ndef f(): return os.getpid()", ""), large)
}
