package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/tensor"
)

// takeAt is the rows at places that are computed: rows are numbered, and joined to the places. d has rows
// rows.
func (d *DataFrame) takeAt(at *tensor.Tensor, rows int) *DataFrame {
	m := d.Value().Meta()
	n, k := len(m.Cols), len(m.Index.Levels)
	names := make([]frame.Label, n+k)
	flat := d
	for i := range names {
		names[i] = frame.Tup("column", i)
		if i >= n {
			flat = flat.Assign(C{frame.Tup("level", i), levelSeries(d, i-n)})
		}
	}
	row := frame.Tup("row", "number")
	flat = flat.labeled(names).Assign(C{row, tensor.Arange(0, rows, 1)})
	out := FromTensor(at, row).Merge(flat, MergeOptions{How: "left", On: row, Validate: "many_to_one"})
	keys := make([]any, k)
	for i := range keys {
		keys[i] = names[n+i]
	}
	back := make([]any, k)
	for i, l := range m.Index.Levels {
		back[i] = l.Name
	}
	return out.Drop(row).SetIndex(keys...).RenameAxis(back...).labeled(schema.LabelsOf(m.Cols))
}
