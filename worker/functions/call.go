package functions

import (
	"context"
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/function"
)

// A Function is a callable as it was pickled.
type Function struct {
	Key    function.Func // of the pickle, the version of Python and the environment
	Pickle []byte
}

// A Call is what a function is called with.
type Call struct {
	Session  string
	Function Function
	// Wasm: the function is a WebAssembly module.
	Wasm bool
	// Args is the pickle of (args, kwargs). Persistent ids in it are numbers of In.
	Args []byte
	// In are arrays, frames and objects (*nd.Array, *op.Pickled, Table, Label), which the caller keeps alive
	// until the call ends.
	In []any
	// Moved is told of an input that was copied to where processes read, and of the copy, which it retains if
	// it keeps it; nil: nobody is.
	Moved func(i int, v any)
	// Grant pays for copies of inputs and for results; nil: the pool does.
	Grant *mem.Grant
	// Outs says for each result what it is: "tensor", "dataframe", "series", "index", "object". With several
	// of them, and with Spread, the function returns a sequence.
	Outs   []string
	Spread bool
	// Style and At are those of op.FuncCall.
	Style string
	At    []int
	// Env is the environment of its process; nil: that of all.
	Env *Env
	// Threads is how many threads libraries use. The default is 1.
	Threads int
	// Limit is how long it may run; 0: as long as it likes.
	Limit service.Nanos
	// Memory is how many bytes its process may allocate in it, beside as many as its inputs have; 0: as many
	// as the pool has.
	Memory int64
	// Once: it begins at most once. Repeat: it is tried three times where its process ends.
	Once, Repeat bool
	// Behind: it may stand behind others in a process. Where those are long it ends with runner.ErrUnbegun.
	Behind bool
	// Yields: it may end with a runner.Unready, where its environment is being made.
	Yields bool
	// Log is under which name what it writes is kept, Chunk which call of those of the name it is.
	Log, Chunk string
	// Task is what it is of, to those which it asks for other tasks. Turn is its slot, which it gives up
	// while it waits for them; nil: it keeps it.
	Task string
	Turn Turn
}

// A Turn is a slot that is given up and asked for again; see runner.Turn.
type Turn interface {
	Leave()
	Return(ctx context.Context) error
}

// Raised is an exception of a function.
type Raised struct {
	Type    string  `json:"type"`
	Module  string  `json:"module"`
	Message string  `json:"message"`
	Frames  []Frame `json:"frames"` // of the user, the innermost last
	Pickle  []byte  `json:"-"`      // empty: it cannot be pickled
}

// A Frame is a line of a traceback: file, number, function, text.
type Frame [4]any

func (f Frame) String() string { return fmt.Sprintf("%v:%v in %v", f[0], f[1], f[2]) }

func (r *Raised) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", r.Type, r.Message)
	if n := len(r.Frames); n > 0 {
		fmt.Fprintf(&b, " at %s", r.Frames[n-1])
	}
	return b.String()
}

// Traceback is the lines of the user as Python prints them.
func (r *Raised) Traceback() string {
	var b strings.Builder
	b.WriteString("Traceback of the function (most recent call last):\n")
	for _, f := range r.Frames {
		fmt.Fprintf(&b, "  File \"%v\", line %v, in %v\n", f[0], f[1], f[2])
		if text := fmt.Sprint(f[3]); text != "" {
			fmt.Fprintf(&b, "    %s\n", text)
		}
	}
	fmt.Fprintf(&b, "%s: %s", r.Type, r.Message)
	return b.String()
}

// A call is one that is under way. The Host's lock is held for what changes.
type call struct {
	Call
	id   function.Call
	env  string        // by which processes have its environment
	al   mem.Allocator // of shared memory
	ins  []*input
	proc *process        // to which it was sent last
	ctx  context.Context // ends when nobody waits for it any more
	far  float64         // how far it says it is, from 0 to 1
	lack error           // why its last process had no room for its results
	made []any
	err  error
	over chan struct{} // closed when it has ended
}

// fail ends a call with an error; what it has made is given back.
func (c *call) fail(err error) {
	for _, v := range c.made {
		release(v)
	}
	c.made, c.err = nil, err
}
