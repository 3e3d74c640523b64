package query

import (
	"math"
	"math/big"
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/column"
)

// Fold is a function of two single values of an expression, as Python computes it. Errors: Invalid for a
// division by zero and for integers of more than 64 bits, Type for values that a function does not take.
func Fold(fn string, x, y any) (any, error) {
	bx, boolX := x.(bool)
	by, boolY := y.(bool)
	if boolX && boolY && (fn == "and" || fn == "or") {
		return fn == "and" && bx && by || fn == "or" && (bx || by), nil
	}
	if fn == "and" || fn == "or" {
		return nil, errs.New(errs.Type, "%s of single values that are not both True or False", fn)
	}
	x, y = unbool(x), unbool(y)
	if a, ok := integerOf(x); ok {
		if b, ok := integerOf(y); ok {
			return foldIntegers(fn, a, b)
		}
	}
	if zero(y) && (fn == "truediv" || fn == "floordiv" || fn == "mod") {
		return nil, errs.New(errs.Invalid, "division by zero")
	}
	if s, ok := x.(string); ok {
		if n, ok := y.(int64); ok && fn == "mul" {
			if n < 0 || len(s) > 0 && n > (1<<20)/int64(len(s)) {
				return nil, errs.New(errs.Invalid, "a text repeated %d times", n)
			}
			return strings.Repeat(s, int(n)), nil
		}
	}
	c, err := chunk.Heap.FromCells([]any{x})
	if err != nil {
		return nil, err
	}
	f, err := column.Settle(fn, column.Col(c.DType), column.Scalar(y))
	if err != nil {
		return nil, err
	}
	out, err := f.Run(chunk.Heap, c, nil)
	if err != nil {
		return nil, err
	}
	return chunk.Own(out.Cell(0)), nil
}

// unbool is a truth as the number that it is in arithmetic.
func unbool(v any) any {
	if b, ok := v.(bool); ok {
		if b {
			return int64(1)
		}
		return int64(0)
	}
	return v
}

func zero(v any) bool { return v == int64(0) || v == 0.0 || v == uint64(0) }

func integerOf(v any) (*big.Int, bool) {
	switch v := v.(type) {
	case int64:
		return big.NewInt(v), true
	case uint64:
		return new(big.Int).SetUint64(v), true
	}
	return nil, false
}

// foldIntegers is exact, as in Python.
func foldIntegers(fn string, a, b *big.Int) (any, error) {
	z := new(big.Int)
	switch fn {
	case "add":
		z.Add(a, b)
	case "sub":
		z.Sub(a, b)
	case "mul":
		z.Mul(a, b)
	case "eq", "ne", "lt", "le", "gt", "ge":
		c := a.Cmp(b)
		return map[string]bool{"eq": c == 0, "ne": c != 0, "lt": c < 0, "le": c <= 0, "gt": c > 0, "ge": c >= 0}[fn], nil
	case "pow":
		return integerPower(a, b)
	default:
		if b.Sign() == 0 {
			return nil, errs.New(errs.Invalid, "division by zero")
		}
		if fn == "truediv" {
			q, _ := new(big.Rat).SetFrac(a, b).Float64()
			return q, nil
		}
		m := new(big.Int)
		z.DivMod(a, b, m)
		if m.Sign() != 0 && b.Sign() < 0 { // Euclid's remainder is never negative, Python's has the divisor's sign
			z.Sub(z, big.NewInt(1))
			m.Add(m, b)
		}
		if fn == "mod" {
			z = m
		}
	}
	return ofInteger(z)
}

func integerPower(a, b *big.Int) (any, error) {
	if b.Sign() < 0 {
		x, _ := new(big.Float).SetInt(a).Float64()
		y, _ := new(big.Float).SetInt(b).Float64()
		if x == 0 {
			return nil, errs.New(errs.Invalid, "0.0 cannot be raised to a negative power")
		}
		return math.Pow(x, y), nil
	}
	if a.CmpAbs(big.NewInt(1)) > 0 && b.Cmp(big.NewInt(64)) > 0 {
		return nil, errs.New(errs.Invalid, "%s ** %s does not fit in 64 bits", a, b)
	}
	if a.CmpAbs(big.NewInt(1)) <= 0 && b.Sign() > 0 { // 0, 1 and -1 need the parity alone
		b = new(big.Int).Sub(big.NewInt(2), new(big.Int).And(b, big.NewInt(1)))
	}
	return ofInteger(new(big.Int).Exp(a, b, nil))
}

func ofInteger(z *big.Int) (any, error) {
	switch {
	case z.IsInt64():
		return z.Int64(), nil
	case z.IsUint64():
		return z.Uint64(), nil
	}
	return nil, errs.New(errs.Invalid, "%s does not fit in 64 bits", z)
}

// FoldUnary is "-", "+", "~" or "not" of a single value.
func FoldUnary(sign string, x any) (any, error) {
	if b, ok := x.(bool); ok && (sign == "not" || sign == "~") {
		return !b, nil
	}
	if f, ok := x.(float64); ok && sign == "-" {
		return -f, nil // minus zero too
	}
	x = unbool(x)
	if n, ok := integerOf(x); ok {
		switch sign {
		case "-":
			return ofInteger(n.Neg(n))
		case "+":
			return x, nil
		}
		return ofInteger(n.Not(n))
	}
	switch v := x.(type) {
	case float64:
		if sign == "+" {
			return v, nil
		}
	case complex128:
		switch sign {
		case "-":
			return -v, nil
		case "+":
			return v, nil
		}
	}
	return nil, errs.New(errs.Type, "bad operand type for unary %s: %T", sign, x)
}
