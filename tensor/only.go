package tensor

import "github.com/mars-project/mars-go/op"

// only is h, the tensor that a function is called on; where its options were given more than once it is a bad
// one, so that none of them is ignored silently.
func only[H, T any](h H, o []T) H {
	err := op.Once(o)
	if err == nil {
		return h
	}
	b := bad("", err)
	switch p := any(&h).(type) {
	case *any:
		*p = b
	case **Tensor:
		*p = b
	}
	return h
}
