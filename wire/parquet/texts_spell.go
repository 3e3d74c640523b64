package parquet

import (
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/mem"
)

// spell writes the rows so far as texts. A dictionary that repeats too little is not looked for again.
func (s *texts) spell() error {
	list, err := s.list(s.at)
	if err != nil {
		return err
	}
	if many(list, s.dict) {
		s.plain = frame.PlainStr(s.d.al, s.stored())
		s.plain.Expect(s.rows)
		s.placed(list)
	} else {
		s.plain = frame.NewStrBuilder(s.d.al, s.stored())
		s.plain.Expect(s.rows)
		for _, k := range list {
			if k < 0 {
				s.plain.AppendNull()
			} else {
				s.plain.AppendBytes(s.dict.Text(int(k)))
			}
		}
	}
	mem.Free(s.d.al, s.block)
	s.block, s.at = nil, 0
	return nil
}

// firstRows are those that frame.StrBuilder judges by whether a dictionary pays: it gives up when more than a
// quarter of them differ.
const firstRows = 64 << 10

// many reports that frame.StrBuilder would give up the dictionary of the texts with these codes.
func many(codes []int32, dict *frame.Column) bool {
	if dict == nil || dict.Rows <= firstRows/4 {
		return false
	}
	seen, n := make([]bool, dict.Rows), 0
	for _, k := range codes[:min(len(codes), firstRows)] {
		if k >= 0 && !seen[k] {
			seen[k] = true
			n++
		}
	}
	return n > firstRows/4
}

// placed begins plain with views of the dictionary, whose heaps come first.
func (s *texts) placed(list []int32) {
	for _, h := range s.dict.Heaps {
		s.plain.Heap(h)
	}
	there, gaps := make(mask, (len(list)+63)/64), false
	for i, k := range list {
		if k >= 0 {
			there[i>>6] |= 1 << (i & 63)
		} else {
			gaps = true
		}
	}
	if !gaps {
		there = nil
	}
	from, dst := frame.Views(s.dict), s.plain.Views(len(list), there)
	for i := range dst {
		if k := list[i]; k >= 0 {
			dst[i] = from[k]
		} else {
			dst[i] = frame.View{}
		}
	}
}

// repeated is a column of long texts that repeat as codes of a dictionary: writers stop encoding by one when
// it fills its page, long before it stops paying.
func (s *texts) repeated(c *frame.Column) (*frame.Column, error) {
	d, err := c.ByDictionary(s.d.al)
	if err != nil || d == nil {
		return c, err
	}
	mem.Free(s.d.al, c.Data)
	mem.Free(s.d.al, c.Valid.Block)
	for _, h := range c.Heaps {
		mem.Free(s.d.al, h)
	}
	return d, nil
}
