package op

import (
	"time"

	"github.com/mars-project/mars-go/errs"
)

// A FuncCall is a call of a function of the user's, which nobody in the engine reads.
type FuncCall struct {
	Key    [16]byte // names the bytes of the function
	Func   *Pickled // it
	EnvKey [16]byte // names the environment of its process
	Env    *Pickled // it; nil: that of all
	Python string   // the version of the interpreter that has pickled it, "3.11"
	Wasm   bool     // the function is a WebAssembly module
	Args   []byte   // the pickle of (args, kwargs), whose persistent ids are places in In; of WebAssembly JSON
	In     []FuncIn // what lies in the cluster
	Outs   []string // for each result: "object", "tensor", "dataframe", "series", "index"
	// Style is how it is called with its arguments, as module mars._worker.styles of Python has it, for chunk
	// At of a value. None: as it is.
	Style string
	At    []int
	// Spread: the function gives a sequence of them, also where it is one.
	Spread bool
	// Limit is how long it may run; 0: as long as it likes.
	Limit time.Duration
	// Memory is how many bytes it may allocate, beside as many as its inputs have; 0: as many as its worker
	// has.
	Memory int64
	// Threads is how many threads libraries may use; 0 means 1.
	Threads int
	// Once: it begins at most once. Repeat: it is tried three times where its process ends.
	Once, Repeat bool
	// Gang is that of which it is a member, Rank which one it is. Size 0: it is none.
	Gang Gang
	Rank int
	// Log is under which name what it writes is kept, Chunk which call of those of the name it is.
	Log, Chunk string
}

// A FuncIn is an input of a call.
type FuncIn struct {
	Value any // *nd.Array, *frame.Frame, *Pickled, or an object of the engine's
	Kind  Kind
}

// A Caller is a World whose machine calls functions of users.
type Caller interface {
	// Call calls a function. The results belong to the call that is being executed.
	Call(FuncCall) ([]any, error)
}

// Call calls a function of the user's. Denied: this worker calls none.
func (x *Exec) Call(c FuncCall) ([]any, error) {
	w, ok := x.world.(Caller)
	if !ok {
		return nil, errs.New(errs.Denied, "this worker calls no functions of users")
	}
	return w.Call(c)
}

// InKey names input i among the values of the session; zero: it is not stored.
func (x *Exec) InKey(i int) Key { return x.call.In[i].Key }

// A Needer is an operand that runs on some workers only: on those that have all of these labels,
// "python:3.11".
type Needer interface{ Needs() []string }
