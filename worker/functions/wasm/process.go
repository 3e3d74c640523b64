package wasm

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// Name is what such a process is called by: its argument 0. CacheVar is the variable that names the folder in
// which compiled modules are kept.
const (
	Name     = "mars-wasm"
	CacheVar = "MARS_WASM_CACHE"
)

func init() {
	if len(os.Args) == 1 && os.Args[0] == Name {
		os.Exit(run())
	}
}

// run serves the socket that is descriptor 3 until the worker is gone, and gives the exit code.
func run() int {
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	f := os.NewFile(3, "worker")
	c, err := net.FileConn(f)
	f.Close()
	if err == nil {
		p := &process{link: &link{conn: c.(*net.UnixConn)}, modules: map[[keySize]byte][]byte{}, runner: newRunner(os.Getenv(CacheVar))}
		err = p.serve(context.Background())
	}
	if err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, Name+":", err)
		return 1
	}
	return 0
}

const keySize = 16

// A process answers the frames of a link, one call at a time.
type process struct {
	link    *link
	arenas  []*os.File
	modules map[[keySize]byte][]byte
	runner  *runner
	later   []frame
}

func (p *process) serve(ctx context.Context) error {
	about, _ := json.Marshal(map[string]any{"pid": os.Getpid(), "python": "", "protocol": 1})
	if err := p.link.send(kindHello, 0, about); err != nil {
		return err
	}
	for {
		f, err := p.next()
		if err != nil {
			return err
		}
		switch f.kind {
		case kindCall:
			if !may() {
				err = p.link.send(kindPassed, f.call)
				break
			}
			err = p.call(ctx, f)
		case kindLoad:
			if len(f.body) < keySize {
				return fmt.Errorf("a module of %d bytes", len(f.body))
			}
			p.modules[[keySize]byte(f.body)] = f.body[keySize:]
		case kindArena:
			p.adopt()
		case kindEnd:
			return nil
		default:
			err = fmt.Errorf("a frame of kind %d", f.kind)
		}
		if err != nil {
			return err
		}
	}
}

// permits is the descriptor of permits to begin calls, one each.
const permits = 4

// may takes a permit for the next call. The worker has taken back the calls for which there is none.
func may() bool {
	n, err := unix.Read(permits, make([]byte, 8))
	return err == nil && n == 8
}

func (p *process) next() (frame, error) {
	if len(p.later) > 0 {
		f := p.later[0]
		p.later = p.later[1:]
		return f, nil
	}
	return p.link.receive()
}

func (p *process) adopt() {
	p.arenas, p.link.files = append(p.arenas, p.link.files...), nil
}

// about is what a worker says of a call beside its arguments.
type about struct {
	Ins []input `json:"ins"`
}

// call runs an export, and answers with what it gives or with what went wrong.
func (p *process) call(ctx context.Context, f frame) error {
	r, err := p.made(ctx, f.body)
	if err != nil {
		return p.failed(f.call, err)
	}
	var rest []byte
	if len(r.data) < inlineMax {
		rest = r.data
	} else if err := p.bring(f.call, r.data); err != nil {
		return err
	}
	value := map[string]any{"kind": "array", "dtype": r.dtype, "shape": r.shape}
	sizes := []int{}
	if len(r.data) > 0 {
		value["buffers"], sizes = []int{0}, append(sizes, len(r.data))
	}
	return p.link.send(kindDone, f.call, sized(map[string]any{"values": []any{value}, "sizes": sizes, "kept": []int{}, "threads": 0, "log": written()}), rest)
}

func (p *process) made(ctx context.Context, body []byte) (r result, err error) {
	if len(body) < keySize+4 {
		return r, errors.New("a call without a function")
	}
	key, n := [keySize]byte(body), int64(binary.LittleEndian.Uint32(body[keySize:]))
	body = body[keySize+4:]
	var a about
	var c Call
	if n > int64(len(body)) {
		return r, errors.New("a call that breaks off")
	}
	if err := json.Unmarshal(body[:n], &a); err != nil {
		return r, err
	}
	if err := json.Unmarshal(body[n:], &c); err != nil {
		return r, err
	}
	return p.runner.call(ctx, key, p.modules[key], c, a.Ins, p.arenas)
}

// bring copies a large result to where the worker wants it.
func (p *process) bring(call uint32, data []byte) error {
	text, _ := json.Marshal([]int{len(data)})
	if err := p.link.send(kindRoomFor, call, text); err != nil {
		return err
	}
	for {
		f, err := p.link.receive()
		if err != nil {
			return err
		}
		switch f.kind {
		case kindArena:
			p.adopt()
		case kindRoom:
			var at [][2]int64
			if err := json.Unmarshal(f.body, &at); err != nil || len(at) != 1 || at[0][0] < 0 || at[0][0] >= int64(len(p.arenas)) {
				return fmt.Errorf("room %.80s for a result: %w", f.body, err)
			}
			_, err := p.arenas[at[0][0]].WriteAt(data, at[0][1])
			return err
		default:
			p.later = append(p.later, f)
		}
	}
}

func (p *process) failed(call uint32, err error) error {
	var x *Error
	if !errors.As(err, &x) {
		x = &Error{"RuntimeError", err.Error()}
	}
	return p.link.send(kindError, call, sized(map[string]any{
		"type": x.Type, "module": "builtins", "message": x.Message, "frames": []any{}, "kept": []int{}, "threads": 0, "log": written(),
	}))
}

// sized is a JSON text behind its length.
func sized(v any) []byte {
	text, _ := json.Marshal(v)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
}

// written is how much the modules have printed; the output of the process is a file.
func written() int64 {
	st, err := os.Stdout.Stat()
	if err != nil {
		return 0
	}
	return st.Size()
}
