package remote

import (
	"fmt"

	"github.com/mars-project/mars-go/op"
)

// Deterministic says that a function gives equal results for equal arguments, so that equal calls are
// computed once.
func Deterministic() op.FuncOption { return op.Deterministic() }

// register names a function of so many arguments.
func register[R any](name string, call goCall, o []op.FuncOption, args ...any) *op.GoFunc {
	sig := "func("
	for i, a := range args {
		if i > 0 {
			sig += ", "
		}
		sig += fmt.Sprintf("%T", a)[1:]
	}
	return op.RegisterGo(op.GoFunc{Name: name, Signature: fmt.Sprintf("%s) %s", sig, fmt.Sprintf("%T", new(R))[1:]), F: call}, o...)
}

// A Callable0 is a function of no argument that is registered. See Func1.
type Callable0[R any] struct{ g *op.GoFunc }

// Func0 registers a function of no argument; see Func1. Call it from init.
func Func0[R any](name string, f func() (R, error), o ...op.FuncOption) Callable0[R] {
	call := goCall(func(args []any) ([][]byte, error) {
		return guarded(func() (R, error) { return f() })
	})
	return Callable0[R]{register[R](name, call, o)}
}

// Spawn is a call of the function, which a session executes.
func (x Callable0[R]) Spawn() *Value[R] { return spawn[R](x.g) }

// A Callable1 is a function of one argument that is registered. See Func1.
type Callable1[A, R any] struct{ g *op.GoFunc }

// Func1 registers a function under a name; call it from init, in every program that runs chunks, or in a
// package variable:
//
//	var Total = remote.Func1("acme/total", func(a []float64) (float64, error) { ... })
//	t := Total.Spawn(remote.In[[]float64](tensor))
//
// Arguments and result are what CBOR can carry, with their exported fields; slices of numbers and *nd.Array
// travel as their bytes. It runs in the process of the worker. An error that it returns, and a panic of it,
// is the error of the task: the latter with the line. What never returns cannot be stopped, and a goroutine
// of its own that panics ends the process. Func1 panics for a name that is taken.
func Func1[A, R any](name string, f func(A) (R, error), o ...op.FuncOption) Callable1[A, R] {
	call := goCall(func(args []any) ([][]byte, error) {
		a, err := argument[A](args, 0)
		if err != nil {
			return nil, err
		}
		return guarded(func() (R, error) { return f(a) })
	})
	return Callable1[A, R]{register[R](name, call, o, new(A))}
}

// Spawn is a call of the function, which a session executes.
func (x Callable1[A, R]) Spawn(a Arg[A]) *Value[R] { return spawn[R](x.g, a) }

// Call is Spawn with values that travel with the call.
func (x Callable1[A, R]) Call(a A) *Value[R] { return x.Spawn(Of(a)) }

// A Callable2 is a function of two arguments that is registered. See Func1.
type Callable2[A, B, R any] struct{ g *op.GoFunc }

// Func2 registers a function of two arguments; see Func1. Call it from init.
func Func2[A, B, R any](name string, f func(A, B) (R, error), o ...op.FuncOption) Callable2[A, B, R] {
	call := goCall(func(args []any) ([][]byte, error) {
		a, err := argument[A](args, 0)
		if err != nil {
			return nil, err
		}
		b, err := argument[B](args, 1)
		if err != nil {
			return nil, err
		}
		return guarded(func() (R, error) { return f(a, b) })
	})
	return Callable2[A, B, R]{register[R](name, call, o, new(A), new(B))}
}

// Spawn is a call of the function, which a session executes.
func (x Callable2[A, B, R]) Spawn(a Arg[A], b Arg[B]) *Value[R] { return spawn[R](x.g, a, b) }

// Call is Spawn with values that travel with the call.
func (x Callable2[A, B, R]) Call(a A, b B) *Value[R] { return x.Spawn(Of(a), Of(b)) }

// A Callable3 is a function of three arguments that is registered. See Func1.
type Callable3[A, B, C, R any] struct{ g *op.GoFunc }

// Func3 registers a function of three arguments; see Func1. Call it from init.
func Func3[A, B, C, R any](name string, f func(A, B, C) (R, error), o ...op.FuncOption) Callable3[A, B, C, R] {
	call := goCall(func(args []any) ([][]byte, error) {
		a, err := argument[A](args, 0)
		if err != nil {
			return nil, err
		}
		b, err := argument[B](args, 1)
		if err != nil {
			return nil, err
		}
		c, err := argument[C](args, 2)
		if err != nil {
			return nil, err
		}
		return guarded(func() (R, error) { return f(a, b, c) })
	})
	return Callable3[A, B, C, R]{register[R](name, call, o, new(A), new(B), new(C))}
}

// Spawn is a call of the function, which a session executes.
func (x Callable3[A, B, C, R]) Spawn(a Arg[A], b Arg[B], c Arg[C]) *Value[R] {
	return spawn[R](x.g, a, b, c)
}

// Call is Spawn with values that travel with the call.
func (x Callable3[A, B, C, R]) Call(a A, b B, c C) *Value[R] { return x.Spawn(Of(a), Of(b), Of(c)) }

// A Callable4 is a function of four arguments that is registered. See Func1.
type Callable4[A, B, C, D, R any] struct{ g *op.GoFunc }

// Func4 registers a function of four arguments; see Func1. Call it from init.
func Func4[A, B, C, D, R any](name string, f func(A, B, C, D) (R, error), o ...op.FuncOption) Callable4[A, B, C, D, R] {
	call := goCall(func(args []any) ([][]byte, error) {
		a, err := argument[A](args, 0)
		if err != nil {
			return nil, err
		}
		b, err := argument[B](args, 1)
		if err != nil {
			return nil, err
		}
		c, err := argument[C](args, 2)
		if err != nil {
			return nil, err
		}
		d, err := argument[D](args, 3)
		if err != nil {
			return nil, err
		}
		return guarded(func() (R, error) { return f(a, b, c, d) })
	})
	return Callable4[A, B, C, D, R]{register[R](name, call, o, new(A), new(B), new(C), new(D))}
}

// Spawn is a call of the function, which a session executes.
func (x Callable4[A, B, C, D, R]) Spawn(a Arg[A], b Arg[B], c Arg[C], d Arg[D]) *Value[R] {
	return spawn[R](x.g, a, b, c, d)
}

// Call is Spawn with values that travel with the call.
func (x Callable4[A, B, C, D, R]) Call(a A, b B, c C, d D) *Value[R] {
	return x.Spawn(Of(a), Of(b), Of(c), Of(d))
}
