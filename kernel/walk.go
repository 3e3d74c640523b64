package kernel

// A walk is the order in which the blocks of a map are computed. It cuts at the ends of long runs, so that
// inputs with gaps are read in place; and it goes through an input whose neighbours along the last axis are
// far apart in tiles of a few rows, so that a cache line is used for all its elements while it is there.
type walk struct {
	n, block int
	head     int // elements before the first whole block
	run      int // length of a row; zero: one run
	rows     int // rows of a tile; zero: no tiles
	perTask  int // elements, or rows of tiles
	tasks    int
}

// line is the bytes of a cache line.
const line = 64

func (x *exec) walk(n int) walk {
	w := walk{n: n, block: x.block, head: x.head % x.block}
	for i, f := range x.feeds {
		run, step := f.Run()
		size := x.values[x.inputs[i].value].d.Size()
		switch {
		case (step >= line || step <= -line) && run >= 32 && n > 4*run && n*size > 1<<17 && w.rows == 0:
			w.run, w.rows = run, max(line/size, 4)
		case run >= minRun && w.rows == 0 && (w.run == 0 || run < w.run):
			w.run = run
		}
	}
	if w.run > 0 { // rows in pieces of equal length
		pieces := (w.run + w.block - 1) / w.block
		w.block, w.head = (w.run+pieces-1)/pieces, 0
	}
	w.perTask = taskSize
	total := n
	if w.rows > 0 {
		w.perTask = max(1, taskSize/w.run/w.rows) * w.rows
		total = n / w.run
	}
	w.tasks = (total + w.perTask - 1) / w.perTask
	return w
}

// task computes part i.
func (w walk) task(m *machine, i int) error {
	if w.rows > 0 {
		return w.tiles(m, i*w.perTask, min((i+1)*w.perTask, w.n/w.run))
	}
	end := min((i+1)*w.perTask, w.n)
	for lo := i * w.perTask; lo < end; {
		hi := lo + w.block
		if w.run > 0 {
			hi = min(hi, lo-lo%w.run+w.run)
		} else {
			hi -= (hi - w.head) % w.block
		}
		hi = min(hi, end)
		if err := m.eval(lo, hi-lo); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// tiles computes rows from to to.
func (w walk) tiles(m *machine, from, to int) error {
	for r := from; r < to; r += w.rows {
		for c := 0; c < w.run; c += tileCols {
			n := min(tileCols, w.run-c)
			for k := r; k < min(r+w.rows, to); k++ {
				if err := m.eval(k*w.run+c, n); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
