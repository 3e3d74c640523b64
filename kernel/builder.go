package kernel

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/kernel/basic"
	"github.com/mars-project/mars-go/kernel/reduce"
	"github.com/mars-project/mars-go/kernel/special"
)

// A Reg is a value of a program under construction. The zero Reg means "cannot be lowered"; every method
// given it returns it.
type Reg int

type code uint8

const (
	inputCode code = iota
	constCode
	callCode
	partCode // output number arg of a call with several
	foldCode
	tupleCode
)

// key tells instructions apart: equal keys compute the same value.
type key struct {
	code code
	fn   string
	d    dtype.DType
	num  int    // input number, or output number of a part
	val  string // bytes of a constant, or axes of a fold
	args [maxArgs]Reg
	more string // arguments beyond maxArgs
}

// maxArgs is the most arguments that functions have; tuples may have more.
const maxArgs = 4

type instr struct {
	key
	loop basic.Loop
	fold reduce.Fold
	axes []int // of a fold; nil means all
	args []Reg
}

// A Builder collects the instructions of one program. The zero Builder is ready. Equal instructions are kept
// once, so operators need not avoid computing the same thing twice. It is not for concurrent use.
type Builder struct {
	code []instr
	seen map[key]Reg // of all instructions, once there are many
}

// few is how many instructions are searched one by one.
const few = 16

func (b *Builder) push(i instr) Reg {
	if slices.Contains(i.args, 0) {
		return 0
	}
	copy(i.key.args[:], i.args)
	if len(i.args) > maxArgs {
		i.more = fmt.Sprint(i.args)
	}
	if r := b.find(&i.key); r != 0 {
		return r
	}
	b.code = append(b.code, i)
	r := Reg(len(b.code))
	if b.seen != nil {
		b.seen[i.key] = r
	}
	return r
}

// find is the register of an equal instruction, or zero.
func (b *Builder) find(k *key) Reg {
	if len(b.code) < few {
		for i := range b.code {
			if b.code[i].key == *k {
				return Reg(i + 1)
			}
		}
		return 0
	}
	if b.seen == nil {
		b.seen = map[key]Reg{}
		for i := range b.code {
			b.seen[b.code[i].key] = Reg(i + 1)
		}
	}
	return b.seen[*k]
}

func (b *Builder) at(r Reg) *instr { return &b.code[r-1] }

// In is input i, of dtype d. Zero for dtypes without fixed width, and nullable ones.
func (b *Builder) In(i int, d dtype.DType) Reg {
	if !d.Fixed() || d.Null {
		return 0
	}
	return b.push(instr{key: key{code: inputCode, num: i, d: d}})
}

// Type is the dtype of r; no dtype for zero and tuples.
func (b *Builder) Type(r Reg) dtype.DType {
	if r == 0 {
		return dtype.DType{}
	}
	return b.at(r).d
}

// Const is a single value that stands for every element: a bool, an integer, a float or a complex number of
// Go, converted to d as Cast converts. For datetime64 and timedelta64 it is the count of units. Zero for
// other Go values.
func (b *Builder) Const(v any, d dtype.DType) Reg {
	val, ok := encode(v, d)
	if !ok || !d.Fixed() || d.Null {
		return 0
	}
	return b.push(instr{key: key{code: constCode, d: d, val: val}})
}

// Cast converts r to d; see basic.Cast.
func (b *Builder) Cast(r Reg, d dtype.DType) Reg {
	if r == 0 || b.Type(r) == d {
		return r
	}
	l, err := basic.Cast(d, b.Type(r))
	if err != nil {
		return 0
	}
	return b.call(l, r)
}

// Resolve is basic.Resolve and special.Resolve in one: names of special functions start with "special.".
func Resolve(name string, in ...dtype.DType) (basic.Loop, error) {
	if strings.HasPrefix(name, "special.") {
		return special.Resolve(name, in...)
	}
	return basic.Resolve(name, in...)
}

// Call applies a function of Resolve to registers and is its first output. Arguments are cast as the function
// asks. Zero when no loop of the function takes these dtypes.
func (b *Builder) Call(fn string, args ...Reg) Reg {
	o := b.Calls(fn, args...)
	if len(o) == 0 {
		return 0
	}
	return o[0]
}

// Calls is Call for functions of several outputs; nil where Call is zero.
func (b *Builder) Calls(fn string, args ...Reg) []Reg {
	if slices.Contains(args, 0) {
		return nil
	}
	if len(args) > maxArgs {
		return nil
	}
	var types [maxArgs]dtype.DType
	for i, a := range args {
		types[i] = b.Type(a)
	}
	l, err := Resolve(fn, types[:len(args)]...)
	if err != nil {
		return nil
	}
	cast := make([]Reg, len(args))
	for i, a := range args {
		if cast[i] = b.Cast(a, l.In[i]); cast[i] == 0 {
			return nil
		}
	}
	first := b.call(l, cast...)
	out := append(make([]Reg, 0, len(l.Out)), first)
	for i := 1; i < len(l.Out); i++ {
		out = append(out, b.push(instr{key: key{code: partCode, num: i, d: l.Out[i]}, args: []Reg{first}}))
	}
	return out
}

// call pushes a loop, or its result when all arguments are constants.
func (b *Builder) call(l basic.Loop, args ...Reg) Reg {
	if len(l.Out) == 1 {
		if val, ok := b.evaluate(l, args); ok {
			return b.push(instr{key: key{code: constCode, d: l.Out[0], val: val}})
		}
	}
	return b.push(instr{key: key{code: callCode, fn: l.Name, d: l.Out[0]}, loop: l, args: args})
}

// Fold reduces r along axes of the program's shape to results of dtype d, the zero dtype being what NumPy
// gives (see reduce.Lookup, also for the names). No axes mean all of them; an empty slice that is not nil
// means none. Axes may count from the end. Only a Tuple may use a fold. Zero when there is no such fold.
func (b *Builder) Fold(fn string, d dtype.DType, r Reg, axes ...int) Reg {
	if r == 0 {
		return 0
	}
	f, err := reduce.Lookup(fn, b.Type(r), d)
	if err != nil {
		return 0
	}
	arg := b.Cast(r, f.In)
	axes = slices.Clone(axes)
	slices.Sort(axes)
	return b.push(instr{key: key{code: foldCode, fn: fn, d: f.Out, val: fmt.Sprint(axes == nil, axes)}, fold: f, axes: axes, args: []Reg{arg}})
}

// Tuple joins several results, which end the program in this order.
func (b *Builder) Tuple(r ...Reg) Reg {
	return b.push(instr{key: key{code: tupleCode}, args: slices.Clone(r)})
}
