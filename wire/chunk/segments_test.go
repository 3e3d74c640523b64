package chunk_test

// segments are chunk.Segments in memory.
type segments [][]byte

func (s segments) Len() int                   { return len(s) }
func (s segments) Size(i int) int64           { return int64(len(s[i])) }
func (s segments) Read(i int, p []byte) error { copy(p, s[i]); return nil }
