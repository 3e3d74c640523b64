package frame

import (
	"unsafe"

	"github.com/mars-project/mars-go/mem"
)

// concatDicts joins dictionary columns. One shared dictionary stays; others are merged into a new one, whose
// values keep the order of first appearance, and the codes are mapped.
func concatDicts(al mem.Allocator, cs []*Column, rows int) (*Column, error) {
	dict, maps, err := MergeDicts(al, cs...)
	if err != nil {
		return nil, err
	}
	width := WidthOf(dict.Values.Rows)
	for _, c := range cs {
		width = max(width, c.Codes*CodeWidth(boolInt(dict == c.Dict)))
	}
	b, err := al.Alloc(rows * int(width))
	if err != nil {
		return nil, err
	}
	out := NewDict(cs[0].DType, dict, b, 0, rows, width)
	at := 0
	for i, c := range cs {
		if maps[i] == nil && c.Codes == width && c.Rows > 0 {
			n := int(width)
			copy(b.Bytes()[at*n:], c.Data.Bytes()[c.Offset*n:][:c.Rows*n])
		} else if c.Rows > 0 {
			part := &Column{Enc: Dict, Rows: c.Rows, Data: b, Offset: at, Codes: width}
			switch width {
			case 1:
				recode(raw[int8](part, c.Rows), c, maps[i])
			case 2:
				recode(raw[int16](part, c.Rows), c, maps[i])
			default:
				recode(raw[int32](part, c.Rows), c, maps[i])
			}
		}
		at += c.Rows
	}
	return out.wholeIf(allWhole(cs)), nil
}

// longDicts reports that dictionaries, of which several differ, have so many more values than there are rows
// that the texts themselves are sooner joined: rows that were parted keep the dictionary of the chunk that
// they are from.
func longDicts(cs []*Column, rows int) bool {
	const fine = 1 << 12
	values, seen := 0, map[*Dictionary]bool{}
	for _, c := range cs {
		if !seen[c.Dict] {
			seen[c.Dict] = true
			values += c.Dict.Len()
		}
	}
	return len(seen) > 1 && values > rows+fine && Longest(cs...) == nil
}

// recode writes the codes of c as to maps them; without a map as they are.
func recode[D int8 | int16 | int32](dst []D, c *Column, to []int32) {
	table := make([]D, c.Dict.Len()+1) // behind that of missing rows
	table[0] = -1
	for k := range table[1:] {
		if table[k+1] = D(k); to != nil {
			table[k+1] = D(to[k])
		}
	}
	switch c.Codes {
	case 1:
		recodeAs(dst, raw[int8](c, c.Rows), table)
	case 2:
		recodeAs(dst, raw[int16](c, c.Rows), table)
	default:
		recodeAs(dst, raw[int32](c, c.Rows), table)
	}
}

func recodeAs[D, S int8 | int16 | int32](dst []D, src []S, table []D) {
	for i, k := range src {
		dst[i] = table[int(k)+1]
	}
}

// MergeDicts is the union of the dictionaries of dictionary columns, and for each column how its codes map
// into it; a nil map keeps them. Values of the first column that has any come first, new ones follow in order
// of appearance. Categories of unlike dtypes become objects, or what numbers have in common.
func MergeDicts(al mem.Allocator, cs ...*Column) (*Dictionary, [][]int32, error) {
	cs = alike(cs)
	first := cs[0].Dict
	for _, c := range cs {
		if first.Len() == 0 { // rows that are all missing, from where the categories are not known
			first = c.Dict
		}
	}
	maps := make([][]int32, len(cs))
	if d := Longest(cs...); d != nil {
		return d, maps, nil
	}
	place := map[*Dictionary][]int32{first: nil}
	var fresh []*Column // values of other dictionaries that the first lacks
	find := newFinder(first.Values)
	for i, c := range cs {
		if m, ok := place[c.Dict]; ok {
			maps[i] = m
			continue
		}
		m, rows := find.add(c.Dict.Values)
		if len(rows) > 0 {
			part, err := TakeColumn(al, c.Dict.Values, rows)
			if err != nil {
				return nil, nil, err
			}
			fresh = append(fresh, part)
		}
		place[c.Dict], maps[i] = m, m
	}
	if fresh == nil {
		return first, maps, nil
	}
	vs, err := Concat(al, append([]*Column{first.Values}, fresh...)...)
	if err != nil {
		return nil, nil, err
	}
	return &Dictionary{Values: vs}, maps, nil
}

// finder numbers values in order of appearance.
type finder struct {
	text   map[string]int32
	labels map[Label]int32
	n      int32
}

func newFinder(c *Column) *finder {
	f := &finder{}
	if c.isText() {
		f.text = make(map[string]int32, c.Rows)
	} else {
		f.labels = make(map[Label]int32, c.Rows)
	}
	f.add(c)
	return f
}

// add numbers the values of c: their numbers, and which rows were new. A mapping that changes nothing is nil.
func (f *finder) add(c *Column) (to, fresh []int32) {
	to = make([]int32, c.Rows)
	same := true
	for i := range to {
		k, ok := f.find(c, i)
		if !ok {
			k = f.n
			f.n++
			f.put(c, i, k)
			fresh = append(fresh, int32(i))
		}
		to[i] = k
		same = same && k == int32(i)
	}
	if same {
		to = nil
	}
	return to, fresh
}

func (f *finder) find(c *Column, i int) (int32, bool) {
	if f.text != nil {
		k, ok := f.text[c.Str(i)]
		return k, ok
	}
	k, ok := f.labels[c.Label(i)]
	return k, ok
}

func (f *finder) put(c *Column, i int, k int32) {
	if f.text == nil {
		f.labels[c.Label(i)] = k
		return
	}
	p := c.Text(i)
	f.text[unsafe.String(unsafe.SliceData(p), len(p))] = k
}
