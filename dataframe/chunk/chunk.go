// Package chunk is what the rooms of package dataframe share when they compute a chunk.
//
// Floor 5.
package chunk

import (
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// NarrowRows is from how many rows on new chunks keep integers in the narrowest width they allow.
const NarrowRows = 1 << 12

// Env is memory and slots of a task, for kernels of columns.
func Env(x *op.Exec) column.Env { return column.Env{Mem: x.Mem(), Parallel: x.Parallel} }

// EveryRow is the numbers of n rows in order.
func EveryRow(n int) []int64 {
	rows := make([]int64, n)
	for i := range rows {
		rows[i] = int64(i)
	}
	return rows
}
