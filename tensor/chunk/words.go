package chunk

import "github.com/mars-project/mars-go/dtype"

// Quote is a dtype as NumPy's messages have it.
func Quote(d dtype.DType) string {
	n := d.String()
	if d.IsTemporal() {
		n = d.Code()
	}
	return "dtype('" + n + "')"
}
