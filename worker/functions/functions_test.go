package functions

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/function"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if pickler != nil {
		pickler.in.Close()
		_ = pickler.cmd.Wait()
	}
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// interpreter is that of the tests, with what they need.
var interpreter = sync.OnceValue(func() string {
	out, err := exec.Command("../../scripts/venv.sh", "python").Output()
	if err != nil {
		panic(err)
	}
	return strings.TrimSpace(string(out))
})

// pickles is a program that pickles what it is told, as a client would.
const pickles = `
import base64, io, json, sys
import cloudpickle
class In:
    def __init__(self, n): self.n = n
class Pickler(cloudpickle.Pickler):
    def persistent_id(self, o): return o.n if isinstance(o, In) else None
for line in sys.stdin:
    x = json.loads(line)
    space = {"__name__": "__main__", "In": In}
    exec(compile(x["source"], "prog.py", "exec"), space)
    b = io.BytesIO()
    Pickler(b).dump(eval("(lambda *a, **k: (a, k))(" + x["args"] + ")", space))
    print(base64.b64encode(cloudpickle.dumps(space["f"])).decode(), base64.b64encode(b.getvalue()).decode(), flush=True)
`

type picklerProcess struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

var pickler *picklerProcess

// calling pickles the function f of a source, and arguments as they are written in Python.
func calling(t testing.TB, source, args string, in ...any) Call {
	t.Helper()
	if pickler == nil {
		p := &picklerProcess{cmd: exec.Command(interpreter(), "-c", pickles)}
		p.in, _ = p.cmd.StdinPipe()
		out, _ := p.cmd.StdoutPipe()
		p.cmd.Stderr = os.Stderr
		p.out = bufio.NewReader(out)
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		pickler = p
	}
	text, _ := json.Marshal(map[string]string{"source": source, "args": args})
	fmt.Fprintf(pickler.in, "%s\n", text)
	line, err := pickler.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	var f, a string
	fmt.Sscan(line, &f, &a)
	c := Call{Session: "s", In: in, Outs: []string{"object"}}
	c.Function.Pickle, _ = base64.StdEncoding.DecodeString(f)
	c.Args, _ = base64.StdEncoding.DecodeString(a)
	sum := sha256.Sum256(c.Function.Pickle)
	c.Function.Key = function.Func(sum[:16])
	return c
}

type rig struct {
	*Host
	t    *testing.T
	pool *mem.Pool
}

func open(t *testing.T, slots int) *rig {
	t.Helper()
	return opened(t, Options{Slots: slots})
}

// opened is a host with an interpreter, memory and a folder.
func opened(t *testing.T, o Options) *rig {
	t.Helper()
	pool := mem.NewPool(256 << 20)
	o.Python, o.Pool, o.Scratch = interpreter(), pool, t.TempDir()
	h, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
		if n := pool.Stats().Used; n != 0 {
			t.Errorf("%d bytes are left", n)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
	})
	return &rig{h, t, pool}
}

// text is what repr says of the object that a call gives.
func (r *rig) text(c Call) (string, error) {
	r.t.Helper()
	made, err := r.Call(r.t.Context(), c)
	if err != nil {
		return "", err
	}
	defer release(made[0])
	p := made[0].(*op.Pickled)
	out, err := exec.Command(interpreter(), "-c", "import sys, pickle; print(repr(pickle.loads(open(sys.argv[1], 'rb').read())))", r.file(p.Parts[0].Bytes())).Output()
	return strings.TrimSpace(string(out)), err
}

func (r *rig) file(b []byte) string {
	f, err := os.CreateTemp(r.t.TempDir(), "")
	if err != nil {
		r.t.Fatal(err)
	}
	defer f.Close()
	_, _ = f.Write(b)
	return f.Name()
}

func (r *rig) wants(c Call, want string) {
	r.t.Helper()
	if got, err := r.text(c); err != nil || got != want {
		r.t.Errorf("%s, %v, not %s", got, err, want)
	}
}

func (r *rig) fails(c Call, kind errs.Kind, words ...string) {
	r.t.Helper()
	made, err := r.Call(r.t.Context(), c)
	for _, v := range made {
		release(v)
	}
	if err == nil || !errs.Is(err, kind) {
		r.t.Errorf("%v, not %s", err, kind)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			r.t.Errorf("%v does not say %s", err, w)
		}
	}
}

func TestCalls(t *testing.T) {
	r := open(t, 2)
	r.wants(calling(t, "def f(x, y=1): return x + y", "1, y=2"), "3")
	r.wants(calling(t, "n = 0\ndef f():\n    global n\n    n += 1\n    return n", ""), "1")
	a := nd.Of([]float64{1, 2, 3, 4, 5, 6}, 2, 3)
	r.wants(calling(t, "def f(a): return a.tolist(), str(a.dtype), a.flags.writeable", "In(0)", a), "([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 'float64', False)")
	c := calling(t, "def f(a): return a.T * 2", "In(0)", a)
	c.Outs = []string{"tensor"}
	made, err := r.Call(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got := made[0].(*nd.Array).String(); got != "[[ 2.  8.]\n [ 4. 10.]\n [ 6. 12.]]" {
		t.Error(got)
	}
	release(made[0])
	c = calling(t, "def f(n): return [i for i in range(n)], {'a': n}", "3")
	c.Outs = []string{"object", "object"}
	if made, err = r.Call(t.Context(), c); err != nil || len(made) != 2 {
		t.Fatal(made, err)
	}
	two := calling(t, "def f(a, b): return a, b", "In(0), b=In(1)", made...)
	r.wants(two, "([0, 1, 2], {'a': 3})")
	for _, v := range made {
		release(v)
	}
}

// Results and inputs of some MiB go through shared memory, and a result that is an input is not its memory.
func TestLargeValues(t *testing.T) {
	r := open(t, 1)
	c := calling(t, "import numpy as np\ndef f(n): return np.arange(n, dtype='f8')", "1 << 20")
	c.Outs = []string{"tensor"}
	made, err := r.Call(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	a := made[0].(*nd.Array)
	if _, ok := a.Block.Place(); !ok || a.Size() != 1<<20 || a.Item(1<<20-1) != float64(1<<20-1) {
		t.Error(a.Shape, a.Item(1<<20-1))
	}
	same := calling(t, "def f(a): return a", "In(0)", a)
	same.Outs = []string{"tensor"}
	again, err := r.Call(t.Context(), same)
	if err != nil {
		t.Fatal(err)
	}
	if b := again[0].(*nd.Array); b.Block == a.Block || b.Item(5) != 5.0 {
		t.Error("the result is the input")
	}
	r.wants(calling(t, "def f(a): return float(a.sum())", "In(0)", again[0]), "549755289600.0")
	r.fails(calling(t, "def f(a): a += 1", "In(0)", a), errs.Internal, "ValueError: output array is read-only", "prog.py:1 in f")
	r.wants(calling(t, "def f(a): return a.tolist()", "In(0)", a.Slice(0, 0, 2, 1)), "[0.0, 1.0]") // a part of its block
	release(a)
	release(again[0])
}

// An input that has to be copied is offered to who has it, and is read there from then on.
func TestMoved(t *testing.T) {
	r := open(t, 1)
	total := func(v any, want string) (moved []any) {
		c := calling(t, "def f(a): return float(sum(a))", "In(0)", v)
		c.Moved = func(i int, v any) {
			op.Blocks(v, func(b *mem.Block) { b.Retain() })
			moved = append(moved, i, v)
		}
		r.wants(c, want)
		return moved
	}
	large := nd.Of(slices.Repeat([]float64{1, 2}, worthMoving/16))
	got := total(large, "12288.0")
	if len(got) != 2 || got[0] != 0 || !nd.Equal(got[1].(*nd.Array), large) {
		t.Fatal(got)
	}
	if len(total(got[1], "12288.0")) > 0 {
		t.Error("copied again")
	}
	release(got[1])
	if len(total(nd.Of([]float64{1, 2}), "3.0")) > 0 {
		t.Error("a small one is not worth it")
	}
	got = total(&op.Pickled{Parts: []*mem.Block{mem.Wrap(pickled(make([]byte, worthMoving)))}}, "0.0")
	if len(got) != 2 || len(total(got[1], "0.0")) > 0 {
		t.Error("a pickled object is copied again")
	}
	release(got[1])
}

// pickled is the pickle of bytes, of protocol 3.
func pickled(b []byte) []byte {
	head := binary.LittleEndian.AppendUint32([]byte{0x80, 3, 'B'}, uint32(len(b)))
	return append(append(head, b...), '.')
}

func TestRaised(t *testing.T) {
	r := open(t, 1)
	_, err := r.Call(t.Context(), calling(t, "def g(x): raise KeyError(x)\ndef f(x):\n    g(x)", "'k'"))
	var e *Raised
	if !errors.As(err, &e) || e.Type != "KeyError" || e.Module != "builtins" || e.Message != "'k'" || len(e.Frames) != 2 || e.Frames[1].String() != "prog.py:1 in g" || len(e.Pickle) == 0 {
		t.Errorf("%#v", err)
	}
	r.fails(calling(t, "import sys\ndef f(): sys.exit(3)", ""), errs.Internal, "called sys.exit(3)")
	r.wants(calling(t, "def f(): return 1", ""), "1")
	c := calling(t, "def f(): return 1, 2", "")
	c.Outs = []string{"object", "object", "object"}
	r.fails(c, errs.Internal, "Length of return value should be 3, got 2")
	c = calling(t, "def f(): return 'x'", "")
	c.Outs = []string{"tensor"}
	r.fails(c, errs.Internal, "a tensor of numbers, bools or times was promised", "str")
}

// A call that may begin once is not called again where its results have no room.
func TestOnceWithoutRoom(t *testing.T) {
	r := open(t, 1)
	c := calling(t, "import numpy\ndef f(): return numpy.ones(36_000_000)", "")
	c.Once, c.Outs = true, []string{"tensor"}
	_, err := r.Call(t.Context(), c)
	if x := errs.RaisedOf(err); !errs.Is(err, errs.Internal) || x == nil || x.Type != "MemoryError" || !strings.Contains(err.Error(), "never begins twice") {
		t.Errorf("%v, %+v", err, x)
	}
	c.Once = false
	if _, err := r.Call(t.Context(), c); !errs.Is(err, errs.OutOfMemory) && !errs.Is(err, errs.Pressure) {
		t.Error(err)
	}
}

// A crash harms nobody else, is tried once more and tells where it was.
func TestCrashes(t *testing.T) {
	r := open(t, 2)
	slow := calling(t, "import time\ndef f(): time.sleep(0.5); return 'whole'", "")
	done := make(chan error)
	go func() {
		made, err := r.Call(context.Background(), slow)
		if err == nil {
			release(made[0])
		}
		done <- err
	}()
	r.fails(calling(t, "import ctypes\ndef f():\n    ctypes.string_at(0)", ""), errs.Internal, "SIGSEGV at prog.py:3 in f; then SIGSEGV")
	r.fails(calling(t, "import os\ndef f(): os._exit(7)", ""), errs.Internal, "exit code 7; then exit code 7")
	r.fails(calling(t, "import os, signal\ndef f(): os.kill(0, signal.SIGKILL)", ""), errs.Internal, "SIGKILL")
	r.fails(calling(t, "import os\ndef f(): os.write(3, b'x' * 100)", ""), errs.Internal, "it broke its connection")
	for _, few := range []string{"1", "2", "7", "15"} { // the answer is read as the rest of a head
		r.fails(calling(t, "import os\ndef f(): os.write(3, b'\\xff' * "+few+")", ""), errs.Internal, "it broke its connection")
	}
	forged := "import os, json\ndef f(s):\n    t = json.dumps(s).encode()\n    os.write(3, (4 + len(t)).to_bytes(4, 'little') + b'MARS' + b'\\3\\0\\0\\0' + (%s).to_bytes(4, 'little') + len(t).to_bytes(4, 'little') + t)\n    return 1"
	r.fails(calling(t, fmt.Sprintf(forged, "99"), "{'values': [], 'sizes': []}"), errs.Internal, "answers call 99, which it was not sent")
	if err := <-done; err != nil {
		t.Error(err)
	}
	flag := t.TempDir() + "/was"
	r.wants(calling(t, "import os\ndef f(p):\n    if not os.path.exists(p):\n        open(p, 'w').close()\n        os._exit(1)\n    return 'again'", fmt.Sprintf("%q", flag)), "'again'")
	once := calling(t, "import os\ndef f(): os._exit(1)", "")
	once.Once = true
	r.fails(once, errs.Internal, "exit code 1")
}

// What a function keeps of its inputs stays as it is, and its process ends.
func TestKeeps(t *testing.T) {
	r := open(t, 1)
	c := calling(t, "import numpy as np\ndef f(n): return np.full(n, 7.0)", "100000")
	c.Outs = []string{"tensor"}
	made, err := r.Call(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	r.wants(calling(t, "import os, builtins\ndef f(a):\n    builtins.kept = a\n    return 1", "In(0)", made[0]), "1")
	release(made[0])
	r.wants(calling(t, "import builtins\ndef f(): return hasattr(builtins, 'kept')", ""), "False")
}

func TestLimits(t *testing.T) {
	r := open(t, 1)
	r.wants(calling(t, "def f(): return 0", ""), "0") // it has begun by the time that it is interrupted
	c := calling(t, "import time\ndef f():\n    while True:\n        time.sleep(0.01)", "")
	c.Limit = 2e9
	r.fails(c, errs.Internal, "not at an end after 2s", "prog.py:4 in f")
	c = calling(t, "import time\ndef f():\n    while True:\n        try: time.sleep(10)\n        except KeyboardInterrupt: pass", "")
	c.Limit = 3e8
	r.fails(c, errs.Internal, "not at an end after 300ms")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		time.Sleep(200 * time.Millisecond)
		cancel()
	}()
	if _, err := r.Call(ctx, calling(t, "import time\ndef f(): time.sleep(1000)", "")); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
	r.wants(calling(t, "def f(): return 1", ""), "1")
	done := make(chan error)
	go func() {
		_, err := r.Call(context.Background(), calling(t, "import time\ndef f(): time.sleep(1000)", ""))
		done <- err
	}()
	for r.busy() == 0 {
		time.Sleep(time.Millisecond)
	}
	r.CloseSession("s")
	if err := <-done; !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
}

func (r *rig) busy() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.calls)
}

// What a function has started ends with its process, also in a session of its own and without its parent, and
// nothing is left when the host has ended.
func TestNothingIsLeft(t *testing.T) {
	const children = `
import os, subprocess
def f():
    r, w = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(w, str(os.getpid()).encode())
            os.execvp("sleep", ["sleep", "1000"])
        os._exit(0)
    return [subprocess.Popen(["sleep", "1000"]).pid, int(os.read(r, 100))]
`
	r := open(t, 1)
	text, err := r.text(calling(t, children, ""))
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	if err := json.Unmarshal([]byte(text), &pids); err != nil {
		t.Fatal(err)
	}
	r.CloseSession("s")
	for _, pid := range pids {
		gone(pid) // before the host ends
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// What functions have started ends too when the worker does so without a word: its end of a link is closed by
// the system.
func TestNothingIsLeftOfAWorkerThatDies(t *testing.T) {
	r := open(t, 1)
	text, err := r.text(calling(t, "import os, subprocess\ndef f(): return [os.getpid(), subprocess.Popen(['setsid', 'sleep', '1000']).pid]", ""))
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	if err := json.Unmarshal([]byte(text), &pids); err != nil {
		t.Fatal(err)
	}
	r.mu.Lock()
	z := r.zygotes[""].z
	r.mu.Unlock()
	if err := z.link.conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	for _, pid := range append(pids, z.about.PID) {
		gone(pid)
	}
}

// gone waits, as long as it takes, for the end of a process.
func gone(pid int) {
	until(func() bool {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(b), ") Z ")
	})
}

func TestNoInterpreter(t *testing.T) {
	h, err := Open(Options{Python: "/nowhere/python", Pool: mem.NewPool(1 << 20), Slots: 1, Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if _, err := h.About(t.Context()); !errs.Is(err, errs.Unavailable) {
		t.Error(err)
	}
	if _, err := h.Call(t.Context(), Call{Session: "s", Outs: []string{"object"}}); !errs.Is(err, errs.Unavailable) {
		t.Error(err)
	}
}

func BenchmarkCall(b *testing.B) {
	h, err := Open(Options{Python: interpreter(), Pool: mem.NewPool(256 << 20), Slots: 2, Scratch: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer h.Close()
	c := calling(b, "def f(x): return x", "1")
	one := func() {
		made, err := h.Call(b.Context(), c)
		if err != nil {
			b.Error(err)
			return
		}
		release(made[0])
	}
	one()
	b.ResetTimer()
	b.SetParallelism(1)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			one()
		}
	})
}
