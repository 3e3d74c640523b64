package linalg

import (
	"math/rand/v2"
	"testing"

	"github.com/mars-project/mars-go/kernel/asm"
)

// Sums are exact in any order, so that every level gives what the definition gives.
func TestHermitianTimesVector(t *testing.T) {
	t.Run("float64", hermitianTimes[float64])
	t.Run("float32", hermitianTimes[float32])
	t.Run("complex128", hermitianTimes[complex128])
	t.Run("complex64", hermitianTimes[complex64])
}

func hermitianTimes[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	value := small[T](r)
	for _, n := range []int{1, 2, 7, 8, 9, 15, 16, 17, 31, 40, 65, 130, 700, 1100} {
		a := lay(3, n, n, value)
		full := make([]T, n*n)
		for i := range n {
			for j := range i + 1 {
				v := a.Data[a.at(i, j)]
				if i == j {
					v = (v + conj(v)) / 2
				}
				a.Data[a.at(i, j)] = v
				full[i*n+j], full[j*n+i] = v, conj(v)
				if i/grain == j/grain {
					a.Data[a.at(j, i)] = conj(v)
				}
			}
		}
		for _, i := range []int{0, 1, n / 3, n - 1} {
			if n > 500 && i > 1 {
				continue
			}
			x, y := make([]T, n-i), make([]T, n-i)
			for k := range x {
				x[k], y[k] = value(), value()
			}
			want := make([]T, n-i)
			for p := range want {
				for q, v := range x {
					want[p] += full[(i+p)*n+i+q] * v
				}
			}
			for _, l := range asm.Levels() {
				room := make([]T, symvRoom(n-i))
				for k := range room {
					room[k] = value()
				}
				if err := hermitian(symvKernels[T](l), backwards, a, i, x, y, room); err != nil {
					t.Fatal(err)
				}
				for p, v := range y {
					if v != want[p] {
						t.Fatalf("%v: order %d from %d on: element %d is %v, want %v", l, n, i, p, v, want[p])
					}
				}
			}
		}
	}
}

func TestColumnSums(t *testing.T) {
	t.Run("float64", columnSums[float64])
	t.Run("float32", columnSums[float32])
	t.Run("complex128", columnSums[complex128])
	t.Run("complex64", columnSums[complex64])
}

func columnSums[T Num](t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	value := small[T](r)
	for _, m := range []int{1, 2, 3, 9, 70, 511, 512, 513, 1300} {
		for _, n := range []int{0, 1, 3, 8, 9, 63, 64, 65, 130} {
			for _, i := range []int{0, m / 2} {
				a := lay(3, m, n, value)
				x, y, coef := make([]T, m-i), make([]T, m-i), make([]T, n)
				for k := range x {
					x[k], y[k] = value(), value()
				}
				for k := range coef {
					coef[k] = value()
				}
				want, dots, got := append([]T{}, y...), make([]T, n), make([]T, n)
				for j := range n {
					got[j] = value()
					for k := range x {
						v := a.Data[a.at(i+k, j)]
						want[k] += v * coef[j]
						dots[j] += conj(v) * x[k]
					}
				}
				addColumns(y, a, i, coef)
				columnDots(got, a, i, x)
				for k, v := range y {
					if v != want[k] {
						t.Fatalf("%dx%d from row %d on: element %d is %v, want %v", m, n, i, k, v, want[k])
					}
				}
				for k, v := range got {
					if v != dots[k] {
						t.Fatalf("%dx%d from row %d on: sum %d is %v, want %v", m, n, i, k, v, dots[k])
					}
				}
			}
		}
	}
}
