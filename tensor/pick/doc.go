// Package pick reads and writes elements by indexes, by places that tensors tell, and by masks.
//
// Package tensor has the functions that users call.
//
// Floor 5.
package pick
