package tensor

import (
	"fmt"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

type block struct {
	op.Recipe
	Arrays op.Written
}

func init() {
	op.Register[block](op.Doc{
		Name: "tensor.block", Like: "numpy.block", Sig: "block(arrays)", Forms: "arrays=mixed", Summary: "Tensor of blocks that nested lists arrange", Go: "Block(arrays)",
		Text: "The innermost lists are joined along the last axis, those around them along the one before. Blocks with fewer axes get new ones in front.",
	})
}

func (o *block) Build(more []*Tensor) (*Tensor, error) {
	v := written(o.Arrays, 0, more)
	depth, rank, err := blocksIn(v, "arrays")
	if err != nil {
		return nil, err
	}
	return joinedLists(v, depth, max(depth, rank)), nil
}

// blocksIn is how deep lists of tensors go, and the most axes that one has.
func blocksIn(v any, at string) (depth, rank int, err error) {
	list, ok := v.(op.List)
	switch _, tuple := v.(op.Tuple); {
	case tuple:
		return 0, 0, errs.New(errs.Type, "%s is a tuple. Only lists can be used to arrange blocks, and np.block does not allow implicit conversion from tuple to ndarray.", at)
	case !ok:
		t, err := valueIn(v)
		if err != nil {
			return 0, 0, err
		}
		return 0, t.Rank(), nil
	case len(list) == 0:
		return 0, 0, errs.New(errs.Invalid, "List at %s cannot be empty", at)
	}
	for i, e := range list {
		d, r, err := blocksIn(e, fmt.Sprintf("%s[%d]", at, i))
		if err != nil {
			return 0, 0, err
		}
		if i > 0 && d+1 != depth {
			return 0, 0, errs.New(errs.Invalid, "List depths are mismatched. First element was at depth %d, but there is an element at depth %d (%s[%d])", depth, d+1, at, i)
		}
		depth, rank = d+1, max(rank, r)
	}
	return depth, rank, nil
}

// joinedLists are tensors of a rank in lists, as one.
func joinedLists(v any, depth, rank int) *Tensor {
	list, ok := v.(op.List)
	if !ok {
		t, _ := valueIn(v)
		if t.Rank() >= rank {
			return t
		}
		return (&joinedBy{Ndmin: rank, Trans: -1}).raised(t)
	}
	parts := make([]*Tensor, len(list))
	for i, e := range list {
		parts[i] = joinedLists(e, depth-1, rank)
	}
	return Concatenate(parts, rank-depth)
}
