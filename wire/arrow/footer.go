package arrow

import (
	"bytes"
	"encoding/binary"
	"io"

	"github.com/mars-project/mars-go/errs"
)

// The slots of Arrow's File.fbs, and the bytes of a block in it: where a message lies, and how long its
// metadata and its body are.
const (
	footerSchema, footerDictionaries, footerBatches = 1, 2, 3

	blockBytes = 24
)

// footed are the messages of a file by its footer, for files that do not begin with a stream: Polars 2 leaves
// the length of the first message out.
func footed(r io.ReaderAt, size int64) ([]message, error) {
	var tail [4 + len(magic)]byte
	at := size - int64(len(tail))
	if at < 8 {
		return nil, damaged("%d bytes, of which none are a footer", size)
	}
	if n, err := r.ReadAt(tail[:], at); n < len(tail) {
		return nil, unexpected(err)
	}
	n := int64(binary.LittleEndian.Uint32(tail[:]))
	if string(tail[4:]) != magic || n > min(at-8, maxMeta) {
		return nil, damaged("no footer in the last bytes: %q", tail[:])
	}
	b := make([]byte, n)
	if k, err := r.ReadAt(b, at-n); k < len(b) {
		return nil, unexpected(err)
	}
	schema, blocks, err := readFooter(b)
	if err != nil {
		return nil, errs.Wrap(errs.KindOf(err), err, "near byte %d", at-n)
	}
	ms := []message{schema}
	for _, at := range blocks {
		if at < 8 || at > size {
			return nil, damaged("a message at byte %d of %d", at, size)
		}
		m, over, err := scanMessage(r, at, size)
		switch {
		case err != nil:
			return nil, errs.Wrap(errs.KindOf(err), err, "near byte %d", at)
		case over, m.kind == headerSchema:
			return nil, errs.New(errs.Invalid, "near byte %d: damaged Arrow data: no batch where the footer says that there is one", at)
		}
		ms = append(ms, m)
	}
	return ms, nil
}

// readFooter is the schema's message, and where the other messages begin: dictionaries, then batches.
func readFooter(b []byte) (m message, at []int64, err error) {
	defer caught(&err)
	t := tableAt(b, u32(b, 0))
	schema := t.ref(footerSchema)
	if schema == 0 {
		panic(fail{})
	}
	for _, k := range []int{footerDictionaries, footerBatches} {
		from, n := t.vector(k, blockBytes)
		for i := range n {
			at = append(at, int64(binary.LittleEndian.Uint64(b[from+blockBytes*i:])))
		}
	}
	meta := schemaMessage(b, schema)
	if _, err := verifyMessage(meta); err != nil {
		return m, nil, err
	}
	made := append(binary.LittleEndian.AppendUint32([]byte{0xff, 0xff, 0xff, 0xff}, uint32(len(meta))), meta...)
	return message{kind: headerSchema, len: int64(len(made)), made: made}, at, nil
}

// schemaMessage is the metadata of a message whose header is the schema at a byte of a footer, which stands
// behind it as it is.
func schemaMessage(footer []byte, schema int) []byte {
	const (
		vtable, root, header = 4, 16, 40
		version              = 4 // of the metadata: V5
	)
	b := make([]byte, header, header+len(footer)+8)
	binary.LittleEndian.PutUint32(b, root)
	for i, v := range []uint16{12, 20, 16, 18, 4, 8} { // bytes of the vtable and the table, then where version, type, header and body are in it
		binary.LittleEndian.PutUint16(b[vtable+2*i:], v)
	}
	binary.LittleEndian.PutUint32(b[root:], root-vtable)
	binary.LittleEndian.PutUint32(b[root+4:], uint32(header+schema-(root+4)))
	binary.LittleEndian.PutUint16(b[root+16:], version)
	b[root+18] = headerSchema
	b = append(b, footer...)
	return append(b, make([]byte, -len(b)&7)...)
}

// reader is the bytes of a message.
func (m *message) reader(r io.ReaderAt) io.Reader {
	if m.made != nil {
		return bytes.NewReader(m.made)
	}
	return io.NewSectionReader(r, m.off, m.len)
}
