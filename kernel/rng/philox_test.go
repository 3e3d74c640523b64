package rng

import "testing"

// The vectors are those of Random123's kat_vectors for philox4x32 with 10 rounds.
func TestPhiloxKnownAnswers(t *testing.T) {
	const f = 0xffffffff
	for _, c := range []struct {
		ctr, want [4]uint32
		k0, k1    uint32
	}{
		{[4]uint32{}, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}, 0, 0},
		{[4]uint32{f, f, f, f}, [4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}, f, f},
		{[4]uint32{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, [4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}, 0xa4093822, 0x299f31d0},
	} {
		if got := Philox(c.ctr, c.k0, c.k1); got != c.want {
			t.Errorf("Philox(%x, %x, %x) = %x, want %x", c.ctr, c.k0, c.k1, got, c.want)
		}
	}
}

// The key and counter of a position are part of what users see: a program with a seed gives the same numbers
// in every version.
func TestBlockLayoutIsPhiloxOfPositionDrawStream(t *testing.T) {
	k := Key{Seed: 0x1122334455667788, Stream: 9}
	want := Philox([4]uint32{0xddeeff00, 0xaabbcc, 5, 9}, 0x55667788, 0x11223344)
	if got := k.block(0x00aabbccddeeff00, 5); got != want {
		t.Errorf("got %x, want %x", got, want)
	}
}
