package plane

import (
	"github.com/mars-project/mars-go/frame"
)

// batchBytes is how much of a frame is sent at a time, about: what the form of a batch needs beside the frame
// is as much.
const batchBytes = 4 << 20

// batchOf is how many rows of a frame are sent at a time. Categories, which a writer compares with each
// batch, are few beside the rows.
func batchOf(f *frame.Frame) int {
	n := max(batchBytes/rowBytes(f), 1<<10)
	for _, c := range f.Cols {
		if c.DType.IsCategorical() {
			n = max(n, 4*c.Dict.Len())
		}
	}
	return n
}

// workOf is the memory that a selected piece of a chunk takes beside the chunk while it is sent, about.
func workOf(v any, s Select) int64 {
	f, ok := v.(*frame.Frame)
	if !ok {
		return 0
	}
	n := 2*int64(min(batchOf(f), f.NRows)*rowBytes(f)) + int64(8*f.NRows*len(s.Settle))
	for _, c := range f.Cols {
		if c.DType.IsCategorical() {
			n += c.Dict.Values.Bytes()
		}
	}
	return n
}

// rowBytes is what a row takes that is decoded, and of texts their bytes and an offset too.
func rowBytes(f *frame.Frame) int {
	n := 16
	for _, cs := range [][]*frame.Column{f.Cols, f.Index.Levels} {
		for _, c := range cs {
			n += max(c.DType.Size(), 1)
			if !c.DType.IsString() && !c.DType.IsBinary() {
				continue
			}
			texts := c
			if c.Enc == frame.Dict {
				texts = c.Dict.Values
			}
			n += 8
			for _, h := range texts.Heaps {
				n += h.Len() / max(texts.Rows, 1)
			}
			n += 12 // of texts without a heap
		}
	}
	return n
}
