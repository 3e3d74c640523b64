package op

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
)

// Blocks calls visit with every block that a value needs; a block may come more than once.
func Blocks(v any, visit func(*mem.Block)) {
	switch v := v.(type) {
	case *nd.Array:
		if v.Block != nil {
			visit(v.Block)
		}
	case *frame.Frame:
		v.Blocks(visit)
	case Tuple:
		for _, x := range v {
			Blocks(x, visit)
		}
	case *Parts:
		for _, x := range v.P {
			if x != nil {
				Blocks(x, visit)
			}
		}
	}
}
