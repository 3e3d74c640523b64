package tensor

import "github.com/mars-project/mars-go/tensor/linalg"

// QR factors a matrix of shape (m, n), or a stack of them, into Q with orthonormal columns and an upper
// triangular R. The mode "reduced", which is the default, gives the shapes (m, k) and (k, n) with k = min(m,
// n); "complete" gives (m, m) and (m, n) and needs the whole matrix in one chunk; "r" gives R alone, and Q is
// nil. Signs are NumPy's.
func QR(a any, mode ...string) (q, r *Tensor) {
	a = only(a, mode)
	t, err := As(a)
	if err != nil {
		b := bad("tensor.linalg.qr", err)
		return b, b
	}
	o := &linalg.QR{}
	if len(mode) > 0 {
		o.Mode = mode[0]
	}
	n := node(o, t)
	if o.Mode == "r" {
		return nil, outputs(n, 1)[0]
	}
	out := outputs(n, 2)
	return out[0], out[1]
}
