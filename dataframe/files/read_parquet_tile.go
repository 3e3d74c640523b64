package files

import (
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/parquet"
)

// A parquetBox is what a chunk reads of a file: row groups lo to hi, or some rows of the one that they are.
type parquetBox struct {
	file, lo, hi int
	rows         []parquet.Span
}

func boxOf(at []int) parquetBox {
	b := parquetBox{file: at[0], lo: at[1], hi: at[2]}
	if at[4] > 0 {
		b.rows = []parquet.Span{{Lo: int64(at[3]), Hi: int64(at[4])}}
	}
	return b
}

// Tile makes a chunk of every row group. Neighbours in a file that fit the limit together share one; one that
// takes more than twice the limit, or of many more than four times, is cut into as few chunks as take no
// more. A chunk's box is its file, its row groups and, for a part of one, the rows.
func (o *readParquet) Tile(t *op.Tiler) error {
	m := t.Meta(0)
	limit := op.Sum(t.Even(m.WithRows(op.Dim{N: int(o.rows())}), nil)[0][:1]).N
	row, most := o.pieceBytes(t.ChunkBytes())
	g := op.Grid{}
	for i, f := range o.Files {
		if may, err := o.mayFile(i); err != nil {
			return err
		} else if !may {
			continue
		}
		for lo := 0; lo < len(f.Groups); {
			hi, rows := lo+1, f.Groups[lo]
			for ; hi < len(f.Groups) && rows+f.Groups[hi] <= int64(limit); hi++ {
				rows += f.Groups[hi]
			}
			if n := pieces(row*rows, most, rows); n > 1 && hi == lo+1 {
				for k := range n {
					o.chunk(t, &g, i, lo, hi, int(rows*k/n), int(rows*(k+1)/n))
				}
			} else {
				o.chunk(t, &g, i, lo, hi, 0, int(rows))
			}
			lo = hi
		}
	}
	if len(g.Edges) == 0 {
		o.chunk(t, &g, 0, 0, 0, 0, 0)
	}
	g.Shape = []int{len(g.Edges)}
	return t.Out(g)
}

// manyGroups are enough chunks for the cores and for the memory of workers, so that larger ones are read
// whole: codes of texts are then read once.
const manyGroups = 8

// pieceBytes is what a row takes, 0 where row groups stay whole, and the most that a chunk may.
func (o *readParquet) pieceBytes(limit int) (row, most int64) {
	for _, c := range o.Schema {
		if c.Whole {
			return 0, 1
		}
		row += int64(c.Bytes)
	}
	most = 2 * int64(limit)
	groups := 0
	for _, f := range o.Files {
		groups += len(f.Groups)
	}
	if groups >= manyGroups {
		most *= 2
	}
	return row, most
}

// pieces is how many chunks rows of so many bytes become.
func pieces(bytes, most, rows int64) int64 { return max(1, min((bytes+most-1)/most, rows)) }

func (o *readParquet) chunk(t *op.Tiler, g *op.Grid, file, lo, hi, from, to int) {
	k := len(g.Edges)
	var h op.Hasher
	virt := op.Meta{Kind: op.Frame, Dims: op.Dims(to - from), Key: h.Str("read_parquet").Int(k).Sum()}
	if hi == lo+1 && from == 0 && int64(to) == o.Files[file].Groups[lo] || hi != lo+1 {
		from, to = 0, 0 // whole row groups
	}
	id := t.Place([]int{file, lo, hi, from, to}, []int{len(o.Files), 0, 0, 0, 0}).Task([]int{k}, []op.Meta{virt})
	g.Edges = append(g.Edges, op.Edge{ID: id, Part: -1})
}
