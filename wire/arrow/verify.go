package arrow

import (
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf8"
)

// A verifier passes an IPC stream on, and checks the metadata of each message first: arrow-go allocates by
// the lengths of their vectors, before it reads what they hold, so that one flipped bit would ask for
// gigabytes.
type verifier struct {
	r     io.Reader
	limit int64
	head  []byte // checked bytes that were not passed on yet
	body  int64  // bytes of the message's body that follow
	over  bool
}

const (
	maxMeta = 64 << 20
	maxDeep = 64 // fields in fields
)

// Read is part of io.Reader.
func (v *verifier) Read(p []byte) (int, error) {
	for len(v.head) == 0 && v.body == 0 {
		if v.over {
			return 0, io.EOF
		}
		if err := v.message(); err != nil {
			return 0, err
		}
	}
	if len(v.head) > 0 {
		n := copy(p, v.head)
		v.head = v.head[n:]
		return n, nil
	}
	n, err := v.r.Read(p[:min(int64(len(p)), v.body)])
	v.body -= int64(n)
	if err == io.EOF && v.body > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// message reads the next message up to its body.
func (v *verifier) message() error {
	head := make([]byte, 8)
	if n, err := io.ReadFull(v.r, head[:4]); err != nil {
		if n > 0 {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	size := binary.LittleEndian.Uint32(head)
	if size == 0xffffffff {
		if _, err := io.ReadFull(v.r, head[4:]); err != nil {
			return io.ErrUnexpectedEOF
		}
		size = binary.LittleEndian.Uint32(head[4:])
	} else {
		head = head[:4]
	}
	if size == 0 {
		v.head, v.over = head, true
		return nil
	}
	if int64(size) > min(v.limit, maxMeta) {
		return damaged("metadata of %d bytes", size)
	}
	meta := make([]byte, size)
	if _, err := io.ReadFull(v.r, meta); err != nil {
		return io.ErrUnexpectedEOF
	}
	body, err := verifyMessage(meta)
	if err != nil {
		return err
	}
	if body < 0 || body > v.limit {
		return damaged("a body of %d bytes", body)
	}
	v.head, v.body = append(head, meta...), body
	return nil
}

// A table is a table of a flatbuffer: where it starts, and where its slots are.
type table struct {
	b      []byte
	at     int
	vtable int
	slots  int
}

// fail is the panic of a broken flatbuffer; see caught.
type fail struct{ what string }

// need checks that n bytes lie at i.
func need(b []byte, i, n int) int {
	if i < 0 || n < 0 || i > len(b)-n {
		panic(fail{})
	}
	return i
}

func u32(b []byte, i int) int { return int(binary.LittleEndian.Uint32(b[need(b, i, 4):])) }
func u16(b []byte, i int) int { return int(binary.LittleEndian.Uint16(b[need(b, i, 2):])) }

func tableAt(b []byte, at int) table {
	vt := at - int(int32(u32(b, at)))
	size := u16(b, vt)
	need(b, vt, max(size, 4))
	need(b, at, u16(b, vt+2))
	return table{b, at, vt, (size - 3) / 2} // a slot that half fits is one for arrow-go
}

// field is where slot k of n bytes lies, 0 when it is not there.
func (t table) field(k, n int) int {
	if k >= t.slots {
		return 0
	}
	o := u16(t.b, t.vtable+4+2*k)
	if o == 0 {
		return 0
	}
	return need(t.b, t.at+o, n)
}

// ref follows slot k, 0 when it is not there.
func (t table) ref(k int) int {
	i := t.field(k, 4)
	if i == 0 {
		return 0
	}
	return i + u32(t.b, i)
}

// vector is where the elements of slot k are, of size bytes each, and how many.
func (t table) vector(k, size int) (at, n int) {
	i := t.ref(k)
	if i == 0 {
		return 0, 0
	}
	n = u32(t.b, i)
	need(t.b, i+4, n*size)
	return i + 4, n
}

// tables visits the tables of a vector.
func (t table) tables(k int, visit func(table)) {
	at, n := t.vector(k, 4)
	for i := range n {
		p := at + 4*i
		visit(tableAt(t.b, p+u32(t.b, p)))
	}
}

// The slots of Arrow's Message.fbs and Schema.fbs.
const (
	messageHeaderType, messageHeader, messageBody, messageMeta = 1, 2, 3, 4
	schemaFields, schemaMeta                                   = 1, 2
	fieldNameSlot, fieldTypeKind, fieldType                    = 0, 2, 3
	fieldDictionary, fieldChildren, fieldMeta                  = 4, 5, 6
	batchNodes, batchBuffers, batchVariadic                    = 1, 2, 4

	headerSchema, headerDictionary, headerBatch = 1, 2, 3
	typeUnion                                   = 14
)

// caught makes the panic of a broken flatbuffer an error; it is to be deferred.
func caught(err *error) {
	p := recover()
	if p == nil {
		return
	}
	f, ok := p.(fail)
	if !ok {
		panic(p)
	}
	if f.what == "" {
		f.what = "metadata that point outside themselves"
	}
	*err = damaged("%s", f.what)
}

// verifyMessage checks the flatbuffer of a message and returns the length of its body.
func verifyMessage(b []byte) (body int64, err error) {
	defer caught(&err)
	m := tableAt(b, u32(b, 0))
	if i := m.field(messageBody, 8); i > 0 {
		body = int64(binary.LittleEndian.Uint64(b[i:]))
	}
	verifyPairs(m, messageMeta)
	kind := 0
	if i := m.field(messageHeaderType, 1); i > 0 {
		kind = int(b[i])
	}
	at := m.ref(messageHeader)
	if at == 0 {
		panic(fail{})
	}
	h := tableAt(b, at)
	switch kind {
	case headerSchema:
		verifyPairs(h, schemaMeta)
		fields := 0
		h.tables(schemaFields, func(t table) { verifyField(t, 0, &fields) })
	case headerDictionary:
		if at := h.ref(1); at > 0 {
			verifyBatch(tableAt(b, at))
		}
	case headerBatch:
		verifyBatch(h)
	}
	return body, nil
}

// verifyBatch checks the vectors of a record batch. A column of views has no more buffers than the batch.
func verifyBatch(t table) {
	t.vector(batchNodes, 16)
	_, buffers := t.vector(batchBuffers, 16)
	at, n := t.vector(batchVariadic, 8)
	for i := range n {
		if c := binary.LittleEndian.Uint64(t.b[at+8*i:]); c > uint64(buffers) {
			panic(fail{})
		}
	}
}

// verifyField checks a field and its children. Fields that share children may not blow up: there are at most
// as many as the metadata have bytes.
func verifyField(t table, depth int, fields *int) {
	*fields++
	if depth > maxDeep || *fields > len(t.b) {
		panic(fail{})
	}
	if at, n := t.vector(fieldNameSlot, 1); !utf8.Valid(t.b[at : at+n]) {
		panic(fail{fmt.Sprintf("a field's name that is not UTF-8: %q", t.b[at:at+n])})
	}
	verifyPairs(t, fieldMeta)
	if i := t.field(fieldTypeKind, 1); i > 0 && t.b[i] == typeUnion {
		if at := t.ref(fieldType); at > 0 {
			tableAt(t.b, at).vector(1, 4)
		}
	}
	if at := t.ref(fieldDictionary); at > 0 {
		tableAt(t.b, at)
	}
	t.tables(fieldChildren, func(c table) { verifyField(c, depth+1, fields) })
}

// verifyPairs checks a vector of keys and values.
func verifyPairs(t table, k int) {
	t.tables(k, func(p table) {
		p.vector(0, 1)
		p.vector(1, 1)
	})
}
