package tensor

import "github.com/mars-project/mars-go/errs"

// only is h, the tensor that a function is called on; where its options were given more than once it is a bad one, so that none of them is ignored silently.
func only[H, T any](h H, o []T) H {
	if len(o) < 2 {
		return h
	}
	b := bad("", errs.New(errs.Type, "options are given once, not %d times: put them in one %T", len(o), o[0]))
	switch p := any(&h).(type) {
	case *any:
		*p = b
	case **Tensor:
		*p = b
	}
	return h
}
