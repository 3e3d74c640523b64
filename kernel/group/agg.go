package group

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/kernel/sort"
)

// A Func is an aggregate of pandas' GroupBy.
type Func uint8

const (
	Sum Func = iota
	Prod
	Min
	Max
	Mean
	Count // rows that are not missing
	Size  // rows
	First // the first row that is not missing
	Last
	Std
	Var
	Sem
	Any
	All
	NUnique
	Median
	Quantile
	IdxMin // the row, as an int64 number, of the first minimum
	IdxMax
)

var funcNames = [...]string{
	"sum", "prod", "min", "max", "mean", "count", "size", "first", "last", "std", "var", "sem", "any", "all",
	"nunique", "median", "quantile", "idxmin", "idxmax",
}

// String is the name of the pandas method.
func (f Func) String() string { return funcNames[f] }

// Parse is the inverse of String; another name is NotFound, worded as pandas' AttributeError.
func Parse(s string) (Func, error) {
	for i, n := range funcNames {
		if n == s {
			return Func(i), nil
		}
	}
	return 0, errs.In(errs.New(errs.NotFound, "no aggregate %q of groups", s), "'SeriesGroupBy' object has no attribute '%s'", s)
}

// An Agg is an aggregate with its parameters.
type Agg struct {
	Func     Func
	MinCount int         // of Sum, Prod, Min, Max, First, Last: fewer rows that are not missing give a missing value; pandas' defaults are 0, 0 and -1
	Ddof     int         // of Std, Var, Sem: the divisor is the count less Ddof; pandas' default is 1
	Q        float64     // of Quantile
	Method   sort.Method // of Quantile: Linear, Lower, Higher, Midpoint or Nearest
	KeepNull bool        // of NUnique: missing values are one more value (dropna=False)
}

// New is f with pandas' defaults.
func New(f Func) Agg { return Agg{Func: f, Ddof: 1, Q: 0.5} }

// Holistic reports that the aggregate needs all rows of a group at once.
func (a Agg) Holistic() bool {
	switch a.Func {
	case NUnique, Median, Quantile, IdxMin, IdxMax:
		return true
	}
	return false
}

// Result is the dtype of the aggregate of a column of dtype d. Where pandas has none it is the Type error of
// pandas.
func (a Agg) Result(d dtype.DType) (dtype.DType, error) {
	switch a.Func {
	case Count, Size:
		return nullableIf(dtype.Int64, d.Null && !(d.IsString() && a.Func == Count)), nil
	case NUnique, IdxMin, IdxMax:
		return dtype.Int64, a.ordered(d)
	case First, Last:
		return d, nil
	case Min, Max:
		return d, a.ordered(d)
	case Any, All:
		if d.IsDatetime() {
			return d, errs.New(errs.Type, "'%s' with datetime64 dtypes is not supported. Use (obj != pd.Timestamp(0)).%s() instead.", a.Func, a.Func)
		}
		return nullableIf(dtype.Bool, d.Null && !d.IsString()), nil
	}
	if err := a.arithmetic(d); err != nil {
		return d, err
	}
	switch a.Func {
	case Sum, Prod:
		switch {
		case d.IsBool() || d.IsInt():
			return nullableIf(dtype.Int64, d.Null), nil
		case d.IsUint():
			return nullableIf(dtype.Uint64, d.Null), nil
		}
		return d, nil
	case Std, Sem:
		if d.IsTemporal() {
			return dtype.Timedelta(d.Unit), nil
		}
	case Quantile:
		if a.Method != sort.Linear && a.Method != sort.Midpoint && (d.IsInteger() || d.IsBool()) {
			if d.Null {
				return d, nil
			}
			return dtype.Int64, nil
		}
	}
	return a.float(d), nil
}

// Narrower is the dtype that sums and products of groups of integers have where it holds all of them, as in
// pandas; false where only the wide one of Result will do.
func Narrower(src, wide dtype.DType) (dtype.DType, bool) {
	return src, src.IsInteger() && wide.IsInteger() && src.Size() < wide.Size()
}

// float is the dtype of means, variances and quantiles.
func (a Agg) float(d dtype.DType) dtype.DType {
	switch {
	case d.IsTemporal():
		return d
	case d.IsComplex():
		return dtype.Complex128
	case d == dtype.Float32 && (a.Func == Mean || a.Func == Quantile), d.Kind != dtype.Float32Kind && d.Kind != dtype.Float16Kind:
		return nullableIf(dtype.Float64, d.Null)
	}
	return d
}

func nullableIf(d dtype.DType, null bool) dtype.DType {
	if null {
		return d.Nullable()
	}
	return d
}

// ordered refuses dtypes whose values have no order, of functions that need one.
func (a Agg) ordered(d dtype.DType) error {
	switch {
	case a.Func == NUnique:
	case d.IsCategorical() && !d.Ordered:
		return errs.New(errs.Type, "Cannot perform %s with non-ordered Categorical", a.Func)
	case d.IsComplex():
		return errs.New(errs.Type, "complex128 does not support operation '%s'", a.Func)
	}
	return nil
}

// arithmetic refuses dtypes that cannot be summed, averaged or interpolated.
func (a Agg) arithmetic(d dtype.DType) error {
	f := a.Func
	switch {
	case d.IsString() || d.IsBinary():
		if f != Sum || d.IsBinary() {
			return errs.New(errs.Type, "dtype '%v' does not support operation '%s'", d, f)
		}
	case d.IsCategorical():
		if f == Sum || f == Prod {
			return errs.New(errs.Type, "category type does not support %s operations", f)
		}
		return errs.New(errs.Type, "category dtype does not support aggregation '%s'", f)
	case d.IsDatetime():
		if f == Sum || f == Prod || f == Var {
			return errs.New(errs.Type, "datetime64 type does not support operation '%s'", f)
		}
	case d.IsTimedelta():
		if f == Prod || f == Var {
			return errs.New(errs.Type, "timedelta64 type does not support %s operations", f)
		}
	case d.IsObject():
		if f != Sum {
			return errs.New(errs.Type, "agg function failed [how->%s,dtype->object]", f)
		}
	case d.IsComplex():
		if f != Sum && f != Mean {
			return errs.New(errs.Type, "complex128 does not support operation '%s'", f)
		}
	case d == dtype.Bool && f == Quantile:
		return errs.New(errs.Type, "Cannot use quantile with bool dtype")
	}
	return nil
}
