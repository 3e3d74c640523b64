package parquet

import (
	"bytes"
	"encoding/base64"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/mars-project/mars-go/dtype"
)

// arrowNote is what Arrow's schema says beyond Parquet's.
type arrowNote struct {
	dictionary, ordered bool
	duration            dtype.Unit // Generic: none
	zone                string
}

// readArrow reads the value of the key "ARROW:schema": the base64 of an encapsulated IPC message. Nil when it does not parse.
func readArrow(s string) (out map[string]arrowNote) {
	defer func() {
		if recover() != nil { // the reader trusts its flatbuffers
			out = nil
		}
	}()
	raw, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return nil
	}
	r, err := ipc.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil
	}
	defer r.Release()
	out = map[string]arrowNote{}
	for _, f := range r.Schema().Fields() {
		var n arrowNote
		switch t := f.Type.(type) {
		case *arrow.DictionaryType:
			n.dictionary, n.ordered = true, t.Ordered
		case *arrow.DurationType:
			n.duration = fromArrow(t.Unit)
		case *arrow.TimestampType:
			n.zone = t.TimeZone
		}
		if n != (arrowNote{}) {
			out[f.Name] = n
		}
	}
	return out
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
func writeArrow(fields []arrow.Field) (string, error) {
	var b bytes.Buffer
	w := ipc.NewWriter(&b, ipc.WithSchema(arrow.NewSchema(fields, nil)))
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(bytes.TrimSuffix(b.Bytes(), []byte{0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0})), nil
}
