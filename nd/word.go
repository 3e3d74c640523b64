package nd

import (
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/dtype"
)

// words is the text of each element of a C-contiguous array, padded to a common width as NumPy does for its
// kind.
func words(a *Array) []string {
	d := a.DType
	switch {
	case d.IsBool():
		return boolWords(a)
	case d.IsInt():
		return signed(a)
	case d.IsUint():
		return unsigned(a)
	case d.IsFloat():
		return floatWords(floats(a), d.Size(), false)
	case d.IsComplex():
		return complexWords(a)
	}
	return timeWords(Data[int64](a), d)
}

func boolWords(a *Array) []string {
	yes := " True"
	if a.Rank() == 0 {
		yes = "True"
	}
	out := make([]string, a.Size())
	for i, v := range Data[bool](a) {
		out[i] = "False"
		if v {
			out[i] = yes
		}
	}
	return out
}

func signed(a *Array) []string {
	switch a.DType.Kind {
	case dtype.Int8Kind:
		return intWords(Data[int8](a))
	case dtype.Int16Kind:
		return intWords(Data[int16](a))
	case dtype.Int32Kind:
		return intWords(Data[int32](a))
	}
	return intWords(Data[int64](a))
}

func intWords[T int8 | int16 | int32 | int64](data []T) []string {
	out := make([]string, len(data))
	for i, v := range data {
		out[i] = strconv.FormatInt(int64(v), 10)
	}
	return right(out)
}

func unsigned(a *Array) []string {
	switch a.DType.Kind {
	case dtype.Uint8Kind:
		return uintWords(Data[uint8](a))
	case dtype.Uint16Kind:
		return uintWords(Data[uint16](a))
	case dtype.Uint32Kind:
		return uintWords(Data[uint32](a))
	}
	return uintWords(Data[uint64](a))
}

func uintWords[T uint8 | uint16 | uint32 | uint64](data []T) []string {
	out := make([]string, len(data))
	for i, v := range data {
		out[i] = strconv.FormatUint(uint64(v), 10)
	}
	return right(out)
}

// timeWords quotes times, and NaT everywhere; spans are numbers of their unit.
func timeWords(data []int64, d dtype.DType) []string {
	out := make([]string, len(data))
	for i, v := range data {
		switch {
		case v == dtype.NaT:
			out[i] = "'NaT'"
		case d.IsDatetime():
			out[i] = "'" + dtype.FormatTime(v, d.Unit) + "'"
		default:
			out[i] = strconv.FormatInt(v, 10)
		}
	}
	return right(out)
}

// right pads words on the left to the longest.
func right(words []string) []string {
	w := 0
	for _, s := range words {
		w = max(w, len(s))
	}
	for i, s := range words {
		words[i] = pad(w-len(s)) + s
	}
	return words
}

func pad(n int) string { return strings.Repeat(" ", max(n, 0)) }

// floats is the elements of a float array as float64, which holds them exactly.
func floats(a *Array) []float64 {
	out := make([]float64, a.Size())
	switch a.DType.Kind {
	case dtype.Float16Kind:
		for i, v := range Data[dtype.F16](a) {
			out[i] = v.Float64()
		}
	case dtype.Float32Kind:
		for i, v := range Data[float32](a) {
			out[i] = float64(v)
		}
	default:
		copy(out, Data[float64](a))
	}
	return out
}

// complexWords joins the words of both parts; blanks that pad the imaginary part stay behind its j.
func complexWords(a *Array) []string {
	re, im := make([]float64, a.Size()), make([]float64, a.Size())
	if a.DType.Kind == dtype.Complex64Kind {
		for i, v := range Data[complex64](a) {
			re[i], im[i] = float64(real(v)), float64(imag(v))
		}
	} else {
		for i, v := range Data[complex128](a) {
			re[i], im[i] = real(v), imag(v)
		}
	}
	out := floatWords(re, a.DType.Size()/2, false)
	for i, w := range floatWords(im, a.DType.Size()/2, true) {
		body := strings.TrimRight(w, " ")
		out[i] += body + "j" + w[len(body):]
	}
	return out
}

// scalarText is the text of a zero-dimensional array, which NumPy prints as it prints the scalar.
func scalarText(a *Array) string {
	d := a.DType
	switch {
	case d.IsFloat():
		return dtype.FormatFloat(floats(a)[0], d.Size())
	case d.Kind == dtype.Complex64Kind:
		return dtype.FormatComplex(complex128(Data[complex64](a)[0]), 4)
	case d.IsComplex():
		return dtype.FormatComplex(Data[complex128](a)[0], 8)
	case d.IsDatetime():
		return dtype.FormatTime(Data[int64](a)[0], d.Unit)
	case d.IsTimedelta():
		return dtype.FormatSpan(Data[int64](a)[0], d.Unit)
	}
	return words(a)[0]
}
