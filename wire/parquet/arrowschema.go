package parquet

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/mars-project/mars-go/dtype"
)

// arrowNote is what Arrow's schema says beyond Parquet's.
type arrowNote struct {
	dictionary, ordered bool
	duration            dtype.Unit // Generic: none
	zone                string
	kids                []*arrowNote
}

// kid is the note of a field within a nested one, nil where there is none.
func (a *arrowNote) kid(i int) *arrowNote {
	if a == nil || i >= len(a.kids) {
		return nil
	}
	return a.kids[i]
}

// Numbers of Arrow's format: Schema.fbs and Message.fbs of arrow/format.
const (
	headerSchema  = 1
	typeTimestamp = 10
	typeDuration  = 18
)

// readArrow reads the value of the key "ARROW:schema": the base64 of an encapsulated IPC message. What is
// damaged is left out. (arrow-go's own reader trusts the lengths that stand there.)
func readArrow(s string) map[string]*arrowNote {
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(raw) < 8 {
		return nil
	}
	if binary.LittleEndian.Uint32(raw) == 0xffffffff {
		raw = raw[4:]
	}
	message := root(raw[4:])
	if message.byte(1, 0) != headerSchema {
		return nil
	}
	out := map[string]*arrowNote{}
	left := len(raw) // fields may be told to share memory: no more of them than bytes
	for _, f := range message.table(2).tables(1) {
		out[f.text(0)] = noteOf(f, 0, &left)
	}
	return out
}

// noteOf is what the schema says of a field and of those within it.
func noteOf(f flat, depth int, left *int) *arrowNote {
	n := &arrowNote{}
	t := f.table(3)
	switch f.byte(2, 0) {
	case typeTimestamp:
		n.zone = t.text(1)
	case typeDuration:
		if u := t.byte(0, byte(arrow.Millisecond)); u <= byte(arrow.Nanosecond) {
			n.duration = fromArrow(arrow.TimeUnit(u))
		}
	}
	if d := f.table(4); d.at > 0 {
		n.dictionary, n.ordered = true, d.byte(2, 0) != 0
	}
	if depth > maxDepth {
		return n
	}
	for _, k := range f.tables(5) {
		if *left--; *left < 0 {
			break
		}
		n.kids = append(n.kids, noteOf(k, depth+1, left))
	}
	return n
}

func fromArrow(u arrow.TimeUnit) dtype.Unit {
	return [...]dtype.Unit{arrow.Second: dtype.Second, arrow.Millisecond: dtype.Milli, arrow.Microsecond: dtype.Micro, arrow.Nanosecond: dtype.Nano}[u]
}

func toArrow(u dtype.Unit) arrow.TimeUnit {
	switch u {
	case dtype.Second:
		return arrow.Second
	case dtype.Milli:
		return arrow.Millisecond
	case dtype.Micro:
		return arrow.Microsecond
	}
	return arrow.Nanosecond
}

// writeArrow is the inverse of readArrow.
func writeArrow(fields []arrow.Field, pandas string) (string, error) {
	m := arrow.NewMetadata([]string{"pandas"}, []string{pandas}) // pyarrow looks for it here, not in the footer
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema(fields, &m)))
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(bytes.TrimSuffix(b.Bytes(), []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})), nil
}

// arrowFields are those that writeArrow wrote.
func arrowFields(schema string) ([]arrow.Field, error) {
	raw, err := base64.StdEncoding.DecodeString(schema)
	if err != nil {
		return nil, err
	}
	r, err := ipc.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	defer r.Release()
	return r.Schema().Fields(), nil
}
