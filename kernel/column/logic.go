package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
)

// logic settles and, or, xor: of bools, of the bits of integers, of objects by their truth, and by Kleene's
// rules where a dtype is nullable. A missing value beside a bool counts as false.
func logic(fn string, a, b Arg) (Op, error) {
	ta, tb := a.DType, b.DType
	na := a.missing() && a.Value == frame.NA || b.missing() && b.Value == frame.NA
	fit := func(x Arg) bool { return x.DType.IsBool() || x.DType.IsInteger() || x.missing() }
	switch {
	case (ta.IsString() || ta.IsTemporal()) && !tb.IsObject():
		return Op{}, errs.New(errs.Type, "operation '%s' not supported for dtype '%s' with %s", python[fn], ta, b.describe())
	case ta.IsObject() || tb.IsObject():
		if na && (ta.IsBool() || tb.IsBool()) {
			return kleene(fn), nil
		}
		return objectLogic(fn), nil
	case b.Scalar && !a.Scalar && (!fit(a) || !fit(b)):
		return Op{}, errs.New(errs.Type, "Cannot perform '%s' with a dtyped [%s] array and scalar of type [bool]", python[fn], ta)
	case !fit(a) || !fit(b):
		return Op{}, unsupported(fn, a.pyName(), b.pyName())
	case a.missing() || b.missing():
		return objectLogic(fn), nil
	case ta.IsBool() && tb.IsBool() && (ta.Null || tb.Null):
		return kleene(fn), nil
	case ta.Null || tb.Null || ta.IsInteger() && tb.IsInteger():
		return numbers(fn, a, b)
	}
	o := Op{Out: dtype.Bool, run: func(e Env, x, y *frame.Column) (*frame.Column, error) { return e.bitLogic(fn, x, y) }}
	o.lower = func(b *kernel.Builder, x, y kernel.Reg) kernel.Reg {
		return b.Cast(b.Call(loops[fn], x, y), dtype.Bool)
	}
	return o, nil
}

// python are the names of Python's functions.
var python = map[string]string{"and": "and_", "or": "or_", "xor": "xor"}

// bitLogic is logic of bools, or of a bool and an integer, whose bits count and whose result is the truth of
// them.
func (e Env) bitLogic(fn string, x, y *frame.Column) (*frame.Column, error) {
	x, y, err := e.flatPair(x, y)
	if err != nil {
		return nil, err
	}
	r, err := e.call(loops[fn], x.Rows, array(x), array(y))
	if err != nil {
		return nil, err
	}
	return e.recast(made(r.DType, r, frame.Bitmap{}), dtype.Bool)
}

// kleene is three-valued logic: NA where the other side does not decide.
func kleene(fn string) Op {
	out := dtype.Bool.Nullable()
	return Op{Out: out, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		p, err := e.tri(x)
		if err != nil {
			return nil, err
		}
		q, err := e.tri(y)
		if err != nil {
			return nil, err
		}
		c, vs, err := e.bools(out, x.Rows)
		if err != nil {
			return nil, err
		}
		w, err := frame.NewBits(e.Mem, x.Rows, true)
		if err != nil {
			return nil, err
		}
		missing := false
		for i := range vs {
			s, t := p(i), q(i)
			known := s >= 0 && t >= 0
			switch {
			case known:
				vs[i] = boolLogic(fn, s == 1, t == 1)
			case fn == "or" && (s == 1 || t == 1):
				vs[i] = true
			case fn == "and" && (s == 0 || t == 0):
				vs[i] = false
			default:
				vs[i] = false
				w.Clear(i)
				missing = true
			}
		}
		if missing {
			c.Valid = w.Bitmap()
		}
		return c, nil
	}}
}

// tri reads a bool column: 1, 0, or -1 where a row is missing.
func (e Env) tri(c *frame.Column) (func(i int) int, error) {
	c, err := e.Flat(c)
	if err != nil {
		return nil, err
	}
	if c.Objects != nil {
		return func(i int) int {
			switch v := c.Objects[i]; {
			case frame.IsMissing(v):
				return -1
			case truth(v):
				return 1
			}
			return 0
		}, nil
	}
	step := 1
	n := c.Rows
	if c.Enc == frame.Const {
		step, n = 0, min(1, n)
	}
	if n == 0 {
		return func(int) int { return 0 }, nil
	}
	vs := mem.View[uint8](c.Data, c.Offset, n)
	return func(i int) int {
		if !c.Valid.IsZero() && c.IsNull(i) {
			return -1
		}
		return int(vs[i*step])
	}, nil
}

// objectLogic computes cell by cell. A missing left side gives false; a missing right side counts as false.
func objectLogic(fn string) Op {
	return Op{Out: dtype.Bool, run: func(e Env, x, y *frame.Column) (*frame.Column, error) {
		out, vs, err := e.bools(dtype.Bool, x.Rows)
		if err != nil {
			return nil, err
		}
		for i := range vs {
			p, q := x.Cell(i), y.Cell(i)
			if vs[i] = false; frame.IsMissing(p) {
				continue
			}
			if frame.IsMissing(q) {
				q = false
			}
			v, err := cellLogic(fn, p, q)
			if err != nil {
				return nil, err
			}
			vs[i] = truth(v)
		}
		return out, nil
	}}
}
