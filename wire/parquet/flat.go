package parquet

import "encoding/binary"

// flat is a table of a flatbuffer, read with every offset checked: what is outside the buffer is as absent.
// https://flatbuffers.dev/internals/
type flat struct {
	b  []byte
	at int // of the table; 0: none
}

// u32 is a number at p, 0 outside.
func (f flat) u32(p int) int {
	if p < 0 || p+4 > len(f.b) {
		return 0
	}
	return int(binary.LittleEndian.Uint32(f.b[p:]))
}

// root is the table that the buffer begins with.
func root(b []byte) flat {
	f := flat{b: b}
	f.at = f.u32(0)
	return f
}

// slot is where field k lies, 0 when it is absent.
func (f flat) slot(k int) int {
	if f.at <= 0 || f.at+4 > len(f.b) {
		return 0
	}
	v := f.at - int(int32(f.u32(f.at)))
	if v < 0 || v+4 > len(f.b) {
		return 0
	}
	at := 4 + 2*k
	if at+2 > int(binary.LittleEndian.Uint16(f.b[v:])) || v+at+2 > len(f.b) {
		return 0
	}
	off := int(binary.LittleEndian.Uint16(f.b[v+at:]))
	if off == 0 || f.at+off >= len(f.b) {
		return 0
	}
	return f.at + off
}

// byte is field k, a byte or bool; def when it is absent.
func (f flat) byte(k int, def byte) byte {
	if p := f.slot(k); p > 0 {
		return f.b[p]
	}
	return def
}

// table is field k, a table or union.
func (f flat) table(k int) flat {
	p := f.slot(k)
	if p == 0 {
		return flat{}
	}
	return f.ref(p)
}

func (f flat) ref(p int) flat {
	off := f.u32(p)
	if off == 0 || p+off+4 > len(f.b) {
		return flat{}
	}
	return flat{f.b, p + off}
}

// text is field k, a string.
func (f flat) text(k int) string {
	s := f.table(k)
	if s.at == 0 {
		return ""
	}
	n := s.u32(s.at)
	if n > len(s.b)-s.at-4 {
		return ""
	}
	return string(s.b[s.at+4 : s.at+4+n])
}

// tables is field k, a list of tables.
func (f flat) tables(k int) (out []flat) {
	s := f.table(k)
	if s.at == 0 {
		return nil
	}
	n := s.u32(s.at)
	if n > (len(s.b)-s.at-4)/4 {
		return nil
	}
	for i := range n {
		out = append(out, s.ref(s.at+4+4*i))
	}
	return out
}
