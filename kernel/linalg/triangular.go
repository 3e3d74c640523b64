package linalg

import "github.com/mars-project/mars-go/mem"

// solveTri overwrites a column-major b with the solution of a x = b, where a is column-major and its lower or upper triangle is read; with unit the
// diagonal counts as ones. Off-diagonal blocks are products.
func solveTri[T Num](al mem.Allocator, par Par, a Mat[T], lower, unit bool, b Mat[T]) error {
	const nb = 64
	n := a.Rows
	if lower {
		for j := 0; j < n; j += nb {
			w := min(nb, n-j)
			d := a.Sub(j, j, w, w)
			for c := range b.Cols {
				forward(d, unit, b.Sub(j, 0, w, b.Cols).col(0, c))
			}
			rest := n - j - w
			if err := Gemm(al, par, -1, a.Sub(j+w, j, rest, w), b.Sub(j, 0, w, b.Cols), 1, b.Sub(j+w, 0, rest, b.Cols)); err != nil {
				return err
			}
		}
		return nil
	}
	for j := (n - 1) / nb * nb; j >= 0 && n > 0; j -= nb {
		w := min(nb, n-j)
		d := a.Sub(j, j, w, w)
		for c := range b.Cols {
			backward(d, unit, b.Sub(j, 0, w, b.Cols).col(0, c))
		}
		if err := Gemm(al, par, -1, a.Sub(0, j, j, w), b.Sub(j, 0, w, b.Cols), 1, b.Sub(0, 0, j, b.Cols)); err != nil {
			return err
		}
	}
	return nil
}

func forward[T Num](a Mat[T], unit bool, x []T) {
	for k := range x {
		c := a.col(k, k)
		if !unit {
			x[k] /= c[0]
		}
		axpy(-x[k], c[1:], x[k+1:])
	}
}

func backward[T Num](a Mat[T], unit bool, x []T) {
	for k := len(x) - 1; k >= 0; k-- {
		p := a.at(0, k)
		c := a.Data[p : p+k+1]
		if !unit {
			x[k] /= c[k]
		}
		axpy(-x[k], c[:k], x[:k])
	}
}
