package sort

import (
	"math"

	"github.com/mars-project/mars-go/errs"
)

// A Method is one of the thirteen ways numpy.quantile reads a quantile off sorted data: the nine of Hyndman
// and Fan, "Sample Quantiles in Statistical Packages" (American Statistician 50, 1996), and four older ones.
type Method uint8

const (
	Linear Method = iota
	InvertedCDF
	AveragedInvertedCDF
	ClosestObservation
	InterpolatedInvertedCDF
	Hazen
	Weibull
	MedianUnbiased
	NormalUnbiased
	Lower
	Higher
	Midpoint
	Nearest

	// Middle is how numpy.median reads the quantile 0.5: Linear, but the mean of two, also where one is
	// infinite.
	Middle
)

var methodNames = [...]string{
	"linear", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf",
	"hazen", "weibull", "median_unbiased", "normal_unbiased", "lower", "higher", "midpoint", "nearest",
}

// String is NumPy's name of m.
func (m Method) String() string {
	if m == Middle {
		return "median"
	}
	return methodNames[m]
}

// Between is the quantile at t between two elements.
func (m Method) Between(a, b, t float64) float64 {
	if m == Middle && t != 0 {
		return (a + b) / 2
	}
	return Lerp(a, b, t)
}

// ParseMethod is the inverse of String; another name is an Invalid error, worded as NumPy's.
func ParseMethod(s string) (Method, error) {
	for i, n := range methodNames {
		if n == s {
			return Method(i), nil
		}
	}
	return 0, errs.New(errs.Invalid, "'%s' is not a valid method. Use one of: %s", s, errs.Phrase(pyList(methodNames[:])))
}

func pyList(names []string) string {
	s := "dict_keys(["
	for i, n := range names {
		if i > 0 {
			s += ", "
		}
		s += "'" + n + "'"
	}
	return s + "])"
}

// Exact reports that m always answers with an element, so that the result keeps the dtype of the data.
func (m Method) Exact() bool {
	return m == InvertedCDF || m == ClosestObservation || m == Lower || m == Higher || m == Nearest
}

// At is where quantile q in [0, 1] of n > 0 sorted elements lies: between positions lo and hi, with hi
// weighing t and lo 1-t. Both are positions of the data; for an Exact method they are one.
func (m Method) At(n int, q float64) (lo, hi int, t float64) {
	v := m.virtual(float64(n), q)
	f := math.Floor(v)
	t = v - f
	switch m {
	case InvertedCDF:
		v, t = pick(t == 0, f)
	case ClosestObservation:
		v, t = pick(t == 0 && math.Mod(f, 2) != 0, f)
	case AveragedInvertedCDF:
		if t == 0 {
			t = 0.5
		} else {
			t = 1
		}
	case Midpoint:
		if t != 0 {
			t = 0.5
		}
	}
	switch {
	case v < 0:
		return 0, 0, t
	case v >= float64(n-1):
		return n - 1, n - 1, t
	}
	lo = int(math.Floor(v))
	if t == 0 {
		return lo, lo, 0
	}
	return lo, lo + 1, t
}

// pick is position f, or the next one.
func pick(exact bool, f float64) (v, t float64) {
	if exact {
		return f, 0
	}
	return f + 1, 0
}

// virtual is the position as a number, which may lie outside the data. Products are rounded before they are
// added, as NumPy's are, also on machines that could do both in one step: a position that is a whole number
// must stay one.
func (m Method) virtual(n, q float64) float64 {
	between := func(alpha, beta float64) float64 { return float64(n*q) + (alpha + float64(q*(1-alpha-beta))) - 1 }
	switch m {
	case InvertedCDF, AveragedInvertedCDF:
		return float64(n*q) - 1
	case ClosestObservation:
		return float64(n*q) - 1 - 0.5
	case InterpolatedInvertedCDF:
		return between(0, 1)
	case Hazen:
		return between(0.5, 0.5)
	case Weibull:
		return between(0, 0)
	case MedianUnbiased:
		return between(1.0/3, 1.0/3)
	case NormalUnbiased:
		return between(3.0/8, 3.0/8)
	}
	v := float64((n - 1) * q)
	switch m {
	case Lower:
		return math.Floor(v)
	case Higher:
		return math.Ceil(v)
	case Midpoint:
		return 0.5 * (math.Floor(v) + math.Ceil(v))
	case Nearest:
		return math.RoundToEven(v)
	}
	return v
}

// Lerp is the number at t between a and b as numpy computes it: exact at both ends and monotonic in t.
func Lerp(a, b, t float64) float64 {
	d := b - a
	switch {
	case a == b:
		return a
	case t >= 0.5:
		return b - float64(d*(1-t))
	}
	return a + float64(d*t)
}

// Quantile is quantile q of sorted data by method m; NaN when the data is empty or ends with a NaN.
func Quantile(sorted []float64, q float64, m Method) float64 {
	n := len(sorted)
	if n == 0 || math.IsNaN(sorted[n-1]) || math.IsNaN(q) {
		return math.NaN()
	}
	lo, hi, t := m.At(n, q)
	return m.Between(sorted[lo], sorted[hi], t)
}

// CheckQuantile refuses quantiles outside [0, 1].
func CheckQuantile(q float64) error {
	if !(q >= 0 && q <= 1) {
		return errs.New(errs.Invalid, "Quantiles must be in the range [0, 1]")
	}
	return nil
}
