package plane

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/mem"
)

// pickled is an object as it travels, with lengths that need not be those of its parts.
func pickled(n uint32, lens []uint64, data int) []byte {
	b := binary.LittleEndian.AppendUint32(nil, n)
	for _, l := range lens {
		b = binary.LittleEndian.AppendUint64(b, l)
	}
	return append(b, make([]byte, data)...)
}

// What a client says of an object is refused before it costs memory, and leaves none.
func TestReadPickle(t *testing.T) {
	al := mem.NewPool(1 << 16)
	for name, b := range map[string][]byte{
		"nothing":                    nil,
		"no parts":                   pickled(0, nil, 8),
		"more parts than bytes":      pickled(1<<16, nil, 64),
		"as many parts as all bytes": pickled(2, []uint64{1 << 62}, 4),
		"a part that is longer":      pickled(2, []uint64{4, 1 << 63}, 8),
		"a part that is cut":         pickled(2, []uint64{4, 4}, 4),
		"a part without room":        pickled(2, []uint64{4, 1 << 17}, 1<<18),
	} {
		size := int64(len(b))
		if name == "a part that is cut" {
			size += 4
		}
		if p, err := readPickle(bytes.NewReader(b), size, al); !errs.Is(err, errs.Invalid) && !errs.Is(err, errs.OutOfMemory) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	p, err := readPickle(bytes.NewReader(pickled(2, []uint64{3, 5}, 8)), 28, al)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if body := pickleBody(p); body.Size != 28 || body.write(&out) != nil || !bytes.Equal(out.Bytes(), pickled(2, []uint64{3, 5}, 8)) {
		t.Errorf("%d bytes, %x", body.Size, out.Bytes())
	}
	p.Release()
	if err := al.Close(); err != nil {
		t.Error(err)
	}
}
