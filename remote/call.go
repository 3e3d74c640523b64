package remote

import (
	"crypto/sha256"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// callable checks that the first input is a function, and the last its arguments where they are apart, behind
// the environment where there is one.
func callable(in []op.Meta, apart, env bool) error {
	last := len(in) - 1
	if apart {
		last--
	}
	switch {
	case len(in) == 0 || !in[0].IsPickled():
		return errs.New(errs.Type, "the first input is no function")
	case apart && (len(in) < 2 || !in[len(in)-1].IsPickled()):
		return errs.New(errs.Type, "the last input is no arguments")
	case env && (last < 1 || !in[last].IsPickled()):
		return errs.New(errs.Type, "the input behind the others is no environment")
	}
	return nil
}

// callOf is a call of the function that is the first input, with the others. Its arguments are args, or the
// last input where they are apart.
func callOf(x *op.Exec, args []byte, apart, env bool) (c op.FuncCall, err error) {
	f, ok := x.In(0).(*op.Pickled)
	if !ok {
		return c, errs.New(errs.Internal, "a %T as a function", x.In(0))
	}
	c = op.FuncCall{Key: keyOf(x, 0, f), Func: f, Args: args}
	n := x.Len()
	if apart {
		n--
		p, ok := x.In(n).(*op.Pickled)
		if !ok {
			return c, errs.New(errs.Internal, "a %T as arguments", x.In(n))
		}
		c.Args = p.Parts[0].Bytes()
	}
	if env {
		n--
		p, ok := x.In(n).(*op.Pickled)
		if !ok {
			return c, errs.New(errs.Internal, "a %T as an environment", x.In(n))
		}
		c.Env, c.EnvKey = p, keyOf(x, n, p)
	}
	for i := 1; i < n; i++ {
		c.In = append(c.In, op.FuncIn{Value: x.In(i), Kind: x.InMeta(i).Kind})
	}
	return c, nil
}

// keyOf names the bytes of input i, a function or an environment: who has them knows them by it.
func keyOf(x *op.Exec, i int, f *op.Pickled) (k [16]byte) {
	if key := x.InKey(i); !key.IsZero() {
		return key
	}
	s := sha256.Sum256(f.Parts[0].Bytes())
	copy(k[:], s[:])
	return k
}
