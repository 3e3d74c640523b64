package parquet

import (
	"encoding/binary"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// A decoder turns pages into values that lie side by side, in the form in which PLAIN has them; a bool is a
// byte.
type decoder struct {
	al    mem.Allocator
	p     *physical
	bytes scratch[byte]
	ints  scratch[int64]
}

func (d *decoder) close() {
	d.bytes.close()
	d.ints.close()
}

// indexed is the codes of a page that is encoded by a dictionary of limit values, negative when there is
// none; false for another page.
func (d *decoder) indexed(pg *page, limit int) (h hybrid, ok bool, err error) {
	if pg.encoding != format.RLEDictionary && pg.encoding != format.PlainDictionary {
		return h, false, nil
	}
	if limit < 0 {
		return h, true, damaged("codes without a dictionary")
	}
	if pg.n == 0 {
		return h, true, nil
	}
	if len(pg.data) == 0 || pg.data[0] > 32 {
		return h, true, damaged("codes without their width")
	}
	return hybrid{src: pg.data[1:], width: uint(pg.data[0])}, true, nil
}

// fixed is the values of a page, each of the physical type's size.
func (d *decoder) fixed(pg *page) ([]byte, error) {
	size := d.p.bytes()
	if size <= 0 {
		return nil, damaged("values of %d bytes", size)
	}
	switch pg.encoding {
	case format.Plain:
		if d.p.kind == pq.Boolean {
			if len(pg.data) < (pg.n+7)/8 {
				return nil, short(pg)
			}
			out, err := d.bytes.room(d.al, pg.n)
			if err == nil {
				unpackBits(out, pg.data)
			}
			return out, err
		}
		if len(pg.data)/size < pg.n {
			return nil, short(pg)
		}
		return pg.data[:pg.n*size], nil
	case format.RLE:
		if d.p.kind == pq.Boolean {
			return d.bools(pg)
		}
	case format.DeltaBinaryPacked:
		if d.p.kind == pq.Int32 || d.p.kind == pq.Int64 {
			return d.deltas(pg, size)
		}
	case format.ByteStreamSplit:
		if d.p.kind != pq.Boolean {
			return d.join(pg, size)
		}
	case format.DeltaByteArray:
		if d.p.kind == pq.FixedLenByteArray {
			return d.cells(pg, size)
		}
	}
	return nil, errs.New(errs.Type, "encoding %s of %s is not read", pg.encoding, d.p.kind)
}

func short(pg *page) error {
	return damaged("%d values in %d bytes", pg.n, len(pg.data))
}

func (d *decoder) bools(pg *page) ([]byte, error) {
	if len(pg.data) < 4 || uint64(binary.LittleEndian.Uint32(pg.data)) > uint64(len(pg.data)-4) {
		return nil, short(pg)
	}
	out, err := d.bytes.room(d.al, pg.n)
	if err != nil {
		return nil, err
	}
	h := hybrid{src: pg.data[4 : 4+binary.LittleEndian.Uint32(pg.data)], width: 1}
	return out, h.flags(out)
}

func (d *decoder) deltas(pg *page, size int) ([]byte, error) {
	ints, err := d.ints.room(d.al, pg.n)
	if err != nil {
		return nil, err
	}
	if _, err := deltas(ints, pg.data); err != nil {
		return nil, err
	}
	out, err := d.bytes.room(d.al, pg.n*size)
	if err != nil {
		return nil, err
	}
	for i, v := range ints {
		if size == 4 {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(v))
		} else {
			binary.LittleEndian.PutUint64(out[8*i:], uint64(v))
		}
	}
	return out, nil
}

// join puts the bytes of values together that BYTE_STREAM_SPLIT has taken apart.
func (d *decoder) join(pg *page, size int) ([]byte, error) {
	if len(pg.data)/size < pg.n {
		return nil, short(pg)
	}
	out, err := d.bytes.room(d.al, pg.n*size)
	if err != nil {
		return nil, err
	}
	stride := len(pg.data) / size
	for k := range size {
		for i, b := range pg.data[k*stride:][:pg.n] {
			out[i*size+k] = b
		}
	}
	return out, nil
}

// cells is byte arrays of one size.
func (d *decoder) cells(pg *page, size int) ([]byte, error) {
	out, err := d.bytes.room(d.al, pg.n*size)
	if err != nil {
		return nil, err
	}
	at := 0
	err = d.texts(pg, func(s []byte) error {
		if len(s) != size {
			return damaged("a value of %d bytes, not %d", len(s), size)
		}
		at += copy(out[at:], s)
		return nil
	})
	return out, err
}

// texts calls f with each byte array of a page. It is valid until f returns.
func (d *decoder) texts(pg *page, f func(s []byte) error) error {
	switch pg.encoding {
	case format.Plain:
		src := pg.data
		if d.p.kind == pq.FixedLenByteArray {
			return eachOf(src, pg, d.p.size, f)
		}
		for range pg.n {
			if len(src) < 4 {
				return short(pg)
			}
			n := uint64(binary.LittleEndian.Uint32(src))
			if n > uint64(len(src)-4) {
				return short(pg)
			}
			if err := f(src[4 : 4+n : 4+n]); err != nil {
				return err
			}
			src = src[4+n:]
		}
		return nil
	case format.DeltaLengthByteArray:
		ints, err := d.ints.room(d.al, pg.n)
		if err != nil {
			return err
		}
		src, err := deltas(ints, pg.data)
		if err != nil {
			return err
		}
		for _, n := range ints {
			if n < 0 || n > int64(len(src)) {
				return short(pg)
			}
			if err := f(src[:n:n]); err != nil {
				return err
			}
			src = src[n:]
		}
		return nil
	case format.DeltaByteArray:
		return d.prefixed(pg, f)
	}
	return errs.New(errs.Type, "encoding %s of %s is not read", pg.encoding, d.p.kind)
}

func eachOf(src []byte, pg *page, size int, f func(s []byte) error) error {
	if size <= 0 || len(src)/size < pg.n {
		return short(pg)
	}
	for i := range pg.n {
		if err := f(src[i*size : (i+1)*size : (i+1)*size]); err != nil {
			return err
		}
	}
	return nil
}

// prefixed decodes texts that begin like the one before.
func (d *decoder) prefixed(pg *page, f func(s []byte) error) error {
	ints, err := d.ints.room(d.al, 2*pg.n)
	if err != nil {
		return err
	}
	same, more := ints[:pg.n], ints[pg.n:]
	src, err := deltas(same, pg.data)
	if err != nil {
		return err
	}
	if src, err = deltas(more, src); err != nil {
		return err
	}
	var last []byte
	for i := range same {
		if same[i] < 0 || same[i] > int64(len(last)) || more[i] < 0 || more[i] > int64(len(src)) {
			return short(pg)
		}
		last = append(last[:same[i]], src[:more[i]]...)
		src = src[more[i]:]
		if err := f(last); err != nil {
			return err
		}
	}
	return nil
}

// bytes is the size of a value.
func (p *physical) bytes() int {
	switch p.kind {
	case pq.Boolean:
		return 1
	case pq.Int32, pq.Float:
		return 4
	case pq.Int96:
		return 12
	case pq.FixedLenByteArray:
		return p.size
	}
	return 8
}
