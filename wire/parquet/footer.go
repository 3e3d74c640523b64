package parquet

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/mars-project/mars-go/errs"
)

// maxFooter is the size of a footer that is taken for damage.
const maxFooter = 1 << 28

// counts is the part of the metadata that the library's types read without telling 0 from nothing: counts of
// missing rows.
type counts struct {
	RowGroups thrift.Slice[struct {
		Columns thrift.Slice[struct {
			MetaData struct {
				Statistics struct {
					NullCount thrift.Null[int64] `thrift:"3,optional"`
				} `thrift:"12,optional"`
			} `thrift:"3,optional"`
		}] `thrift:"1,required"`
	}] `thrift:"4,required"`
}

// readFooter reads the metadata at the end of a file, and the missing rows by row group and leaf, -1 where it
// does not say.
func readFooter(r io.ReaderAt, size int64) (m *format.FileMetaData, nulls [][]int64, err error) {
	var head [4]byte
	var tail [8]byte
	if size < 12 {
		return nil, nil, damaged("%d bytes", size)
	}
	if err := readFull(r, head[:], 0); err != nil {
		return nil, nil, err
	}
	if err := readFull(r, tail[:], size-8); err != nil {
		return nil, nil, err
	}
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return nil, nil, errs.New(errs.Type, "the file is encrypted, which is not read")
	case magic != "PAR1" || string(head[:]) != "PAR1":
		return nil, nil, damaged("it begins with %q and ends with %q, not PAR1", head[:], magic)
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if n > size-12 || n > maxFooter {
		return nil, nil, damaged("a footer of %d bytes", n)
	}
	b := make([]byte, n)
	if err := readFull(r, b, size-8-n); err != nil {
		return nil, nil, err
	}
	m = &format.FileMetaData{}
	if err := decode(b, m); err != nil {
		return nil, nil, err
	}
	var c counts
	if err := decode(b, &c); err != nil {
		return nil, nil, err
	}
	if len(c.RowGroups) != len(m.RowGroups) {
		return nil, nil, damaged("%d row groups, then %d", len(m.RowGroups), len(c.RowGroups))
	}
	nulls = make([][]int64, len(c.RowGroups))
	for g := range c.RowGroups {
		for i := range c.RowGroups[g].Columns {
			k := c.RowGroups[g].Columns[i].MetaData.Statistics.NullCount
			if !k.Valid {
				k.V = -1
			}
			nulls[g] = append(nulls[g], k.V)
		}
	}
	return m, nulls, nil
}

func decode(b []byte, v any) error {
	var p thrift.CompactProtocol
	if err := thrift.NewDecoder(p.NewReaderFromBytes(b)).Decode(v); err != nil {
		return errs.Wrap(errs.Invalid, err, "footer")
	}
	return nil
}

// readFull fills p from byte at on.
func readFull(r io.ReaderAt, p []byte, at int64) error {
	n, err := r.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// lookup is a note of the footer.
func lookup(m *format.FileMetaData, key string) (string, bool) {
	for i := range m.KeyValueMetadata {
		if kv := &m.KeyValueMetadata[i]; kv.Key == key {
			return kv.Value, true
		}
	}
	return "", false
}
