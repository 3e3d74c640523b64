package frame

import (
	"crypto/sha256"
	"encoding/hex"
)

// A Token is the identity of an index: two frames whose indexes have the same token hold the same labels in
// the same rows, so that they are combined without alignment. The zero Token says nothing, and is not equal
// to itself (see Same).
//
// Who makes an index from data gives it a token of the data's key, or none. What selects or moves rows gives
// the token that it derives from its input's, by a key of the operation that names everything the rows depend
// on:
//
//	filter by a mask     parent.Derive("filter:" + key of the mask)
//	take, sort, sample   parent.Derive("take:" + key of the operand and chunk)
//	slice                parent.Derive("slice:10:20")
//	elementwise, select  the parent's own token: rows did not move
//
// A wrong key gives wrong results silently, so Take and Slice of this package drop the token: only the caller
// knows the key.
type Token [16]byte

// NewToken is the token of a key, which must name the labels and their order.
func NewToken(key string) Token { return sum("new", key) }

// Derive is the token after an operation. The zero token stays zero.
func (t Token) Derive(key string) Token {
	if t.IsZero() {
		return t
	}
	return sum(string(t[:]), key)
}

// Same reports that both tokens are known and equal.
func (t Token) Same(u Token) bool { return t == u && !t.IsZero() }

// IsZero reports that nothing is known.
func (t Token) IsZero() bool { return t == Token{} }

func (t Token) String() string { return hex.EncodeToString(t[:]) }

func sum(a, b string) Token {
	h := sha256.Sum256([]byte(a + "\x00" + b))
	return Token(h[:16])
}
