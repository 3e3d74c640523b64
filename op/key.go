package op

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A Key is the identity of a value or chunk: a content hash, so that equal expressions have equal keys.
type Key [16]byte

// String is the key in hex.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Short is the first eight hex digits, for people.
func (k Key) Short() string { return hex.EncodeToString(k[:4]) }

// IsZero reports that k names nothing.
func (k Key) IsZero() bool { return k == Key{} }

// ParseKey is the inverse of String.
func ParseKey(s string) (k Key, ok bool) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(k) {
		return k, false
	}
	copy(k[:], b)
	return k, true
}

// A Hasher collects what a key depends on. Every item is framed, so that no two sequences collide by
// concatenation.
type Hasher struct{ buf []byte }

// Reset forgets what was collected and keeps the memory.
func (h *Hasher) Reset() *Hasher { h.buf = h.buf[:0]; return h }

// Str adds a string, Int a number, Key a key.
func (h *Hasher) Str(s string) *Hasher {
	h.buf = binary.AppendUvarint(h.buf, uint64(len(s)))
	h.buf = append(h.buf, s...)
	return h
}

// Int adds a number.
func (h *Hasher) Int(n int) *Hasher { h.buf = binary.AppendVarint(h.buf, int64(n)); return h }

// Ints adds a list of numbers.
func (h *Hasher) Ints(n []int) *Hasher {
	h.Int(len(n))
	for _, v := range n {
		h.Int(v)
	}
	return h
}

// Key adds a key.
func (h *Hasher) Key(k Key) *Hasher { h.buf = append(h.buf, k[:]...); return h }

// Bytes adds a byte string.
func (h *Hasher) Bytes(b []byte) *Hasher {
	h.buf = binary.AppendUvarint(h.buf, uint64(len(b)))
	h.buf = append(h.buf, b...)
	return h
}

// Sum is the key of what was collected: the first half of its SHA-256.
func (h *Hasher) Sum() (k Key) {
	s := sha256.Sum256(h.buf)
	copy(k[:], s[:])
	return k
}

// Output is the key of output i of the node or chunk with key k.
func (k Key) Output(i int) Key {
	var h Hasher
	return h.Key(k).Int(i).Sum()
}
