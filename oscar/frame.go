package oscar

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/mars-project/mars-go/errs"
)

// maxName bounds the names of nodes, actors and methods, in bytes.
const maxName = 1 << 10

// AppendFrame appends f to b as a transport of bytes sends it; Body is not sent, Raw is. The form is: kind, 1
// if an error follows, uvarint ID, uvarint nanoseconds of Timeout, then UID, Method and the error each with a
// uvarint length, then Raw to the end.
func AppendFrame(b []byte, f Frame) ([]byte, error) {
	var failed byte
	if f.Err != nil {
		failed = 1
	}
	b = append(b, byte(f.Kind), failed)
	b = binary.AppendUvarint(b, f.ID)
	b = binary.AppendUvarint(b, uint64(max(f.Timeout, 0)))
	b = appendBytes(b, f.UID)
	b = appendBytes(b, f.Method)
	if f.Err != nil {
		e, err := Encode(pack(f.Err))
		if err != nil {
			return nil, err
		}
		b = appendBytes(b, e)
	}
	return append(b, f.Raw...), nil
}

func appendBytes[T string | []byte](b []byte, s T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// ParseFrame is the inverse of AppendFrame. Raw is a part of b, which must not change any more. Bytes that
// are no frame are an Invalid error.
func ParseFrame(b []byte) (f Frame, err error) {
	r := reader{b: b}
	f.Kind = FrameKind(r.byte())
	failed := r.byte()
	f.ID = r.uvarint()
	timeout := r.uvarint()
	f.UID = string(r.bytes(maxName))
	f.Method = methods.intern(r.bytes(maxName))
	if failed == 1 {
		e := r.bytes(math.MaxInt)
		var p packed
		if !r.bad {
			if err := Decode(e, &p); err != nil {
				return Frame{}, err
			}
			f.Err = p.unpack()
		}
	}
	if r.bad || failed > 1 || f.Kind == 0 || f.Kind >= frameEnd || timeout > math.MaxInt64 {
		return Frame{}, errs.New(errs.Invalid, "damaged frame of %d bytes", len(b))
	}
	f.Timeout = time.Duration(timeout)
	if len(r.b) > 0 {
		f.Raw = r.b
	}
	return f, nil
}

// reader takes a frame apart; after the first fault it is bad and gives zeros.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	if r.bad || len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if r.bad || n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) bytes(limit uint64) []byte {
	n := r.uvarint()
	if r.bad || n > limit || n > uint64(len(r.b)) {
		r.bad = true
		return nil
	}
	s := r.b[:n]
	r.b = r.b[n:]
	return s
}

// packed is an error on the wire.
type packed struct {
	Kind  errs.Kind `cbor:"1,keyasint"`
	Msg   string    `cbor:"2,keyasint,omitempty"`
	Site  string    `cbor:"3,keyasint,omitempty"`
	Op    string    `cbor:"4,keyasint,omitempty"`
	Where string    `cbor:"5,keyasint,omitempty"`
	Trace string    `cbor:"6,keyasint,omitempty"`

	Python string `cbor:"7,keyasint,omitempty"`
}

// pack keeps what people and programs look at; causes become part of the text.
func pack(err error) packed {
	p := packed{Kind: errs.KindOf(err), Msg: err.Error(), Python: errs.PythonOf(err)}
	if e, ok := err.(*errs.Error); ok {
		p.Msg, p.Site, p.Op, p.Where, p.Python = e.Msg, e.Site, e.Op, e.Where, e.Python
	}
	for e := new(errs.Error); p.Trace == "" && errors.As(err, &e); err = e.Err {
		p.Trace = e.Trace
		if e.Err == nil {
			break
		}
	}
	return p
}

func (p packed) unpack() error {
	return &errs.Error{Kind: p.Kind, Msg: p.Msg, Site: p.Site, Op: p.Op, Where: p.Where, Trace: p.Trace, Python: p.Python}
}
