package group

import "github.com/mars-project/mars-go/mem"

// Shifted is the row of the same group that stands periods rows before each row, behind it for negative ones;
// -1 where there is none.
func (g *Groups) Shifted(al mem.Allocator, periods int) ([]int64, error) {
	out, _, err := mem.Scratch[int64](al, len(g.IDs))
	if err != nil {
		return nil, err
	}
	if periods == 1 || periods == -1 {
		return out, g.neighbours(al, out, periods)
	}
	rows, bounds, err := g.Rows(al)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = -1
	}
	for id := range g.N {
		part := rows[bounds[id]:bounds[id+1]]
		for k, r := range part {
			if j := k - periods; j >= 0 && j < len(part) {
				out[r] = part[j]
			}
		}
	}
	return out, nil
}

// neighbours is Shifted by one row: the last row seen of every group is enough.
func (g *Groups) neighbours(al mem.Allocator, out []int64, step int) error {
	last, free, err := mem.Scratch[int64](al, g.N)
	if err != nil {
		return err
	}
	defer free()
	for i := range last {
		last[i] = -1
	}
	n := len(g.IDs)
	for k := range n {
		i := k
		if step < 0 {
			i = n - 1 - k
		}
		id := g.IDs[i]
		if id < 0 {
			out[i] = -1
			continue
		}
		out[i], last[id] = last[id], int64(i)
	}
	return nil
}
