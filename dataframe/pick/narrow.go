package pick

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// Operators that move rows move only the columns that are read after them: the planner puts a selection
// below, wherever the columns come from.

// Narrowing is embedded by operators that move the rows of their first input.
type Narrowing struct{}

// Narrow is a selection of columns.
func (Narrowing) Narrow(i int, cols []frame.Label) op.Operand {
	if i > 0 {
		return nil
	}
	return &SelectColumns{Columns: cols}
}
