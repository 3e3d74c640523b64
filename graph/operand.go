package graph

import (
	"math"
	"reflect"

	"google.golang.org/protobuf/proto"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/internal/compact"
	"github.com/mars-project/mars-go/internal/strictpb"
	"github.com/mars-project/mars-go/op"
)

// Operands remembers the bytes of operands that were written, and operands by their bytes that were read:
// many messages of a task name the same ones. Large ones are not kept. The zero value is good; it is for one
// goroutine at a time.
type Operands struct {
	written map[op.Operand][]byte
	read    map[string]op.Operand
}

const (
	keptOperands = 4096    // of each map; then it starts again
	keptBytes    = 4 << 10 // of one operand
)

// write is the bytes of an operand: its name and the parameters that are not the usual ones.
func (c *Operands) write(o op.Operand) ([]byte, error) {
	if b, ok := c.written[o]; ok {
		return b, nil
	}
	name := op.NameOf(o)
	plain := blank(name)
	if plain == nil {
		return nil, errs.New(errs.Internal, "operand %T is not registered", o)
	}
	as, err := attrs(o, plain)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "it cannot travel")
	}
	var w compact.Writer
	w.Str(name)
	if len(as) > 0 {
		if w.B, err = (proto.MarshalOptions{Deterministic: true}).MarshalAppend(w.B, &marsv1.Fields{Fields: as}); err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "parameters of %s", name)
		}
	}
	if len(w.B) <= keptBytes {
		if c.written == nil || len(c.written) >= keptOperands {
			c.written = map[op.Operand][]byte{}
		}
		c.written[o] = w.B
	}
	return w.B, nil
}

// blank is an operator with its defaults, or an empty structural operand; nil for an unknown name.
func blank(name string) op.Operand {
	if d := op.Lookup(name); d != nil {
		return d.New()
	}
	return op.NewStructural(name)
}

// parse is the inverse of write. Operands that were read before are given again: nobody may change them.
func (c *Operands) parse(b []byte) (op.Operand, error) {
	if o, ok := c.read[string(b)]; ok {
		return o, nil
	}
	r := compact.NewReader(b)
	name := r.Str()
	if err := r.Err(); err != nil {
		return nil, err
	}
	o := blank(name)
	if o == nil {
		return nil, errs.New(errs.NotFound, "there is no operator %q", name)
	}
	m := &marsv1.Fields{}
	if r.Left() > 0 {
		if err := strictpb.Unmarshal(r.Raw(r.Left()), m); err != nil {
			return nil, errs.Wrap(errs.Invalid, err, "parameters of %s", name)
		}
	}
	left := len(m.Fields)
	var first error
	op.Params(o, func(name string, v reflect.Value) {
		a, ok := m.Fields[name]
		if !ok || first != nil {
			return
		}
		left--
		if err := set(v, a, math.MaxInt32); err != nil {
			first = errs.Wrap(errs.KindOf(err), err, "parameter %s", name)
		}
	})
	switch {
	case first != nil:
		return nil, errs.Wrap(errs.KindOf(first), first, "%s", name)
	case left > 0:
		return nil, unknown(o, &marsv1.Node{Op: name, Attrs: m.Fields})
	}
	if len(b) <= keptBytes {
		if c.read == nil || len(c.read) >= keptOperands {
			c.read = map[string]op.Operand{}
		}
		c.read[string(b)] = o
	}
	return o, nil
}
