package frame

// Sketch is a HyperLogLog counter.
type Sketch struct{ Reg []uint8 }
