// Package asm is the vector kernels: assembly for AVX-512 and for AVX2 with FMA, chosen once at start.
//
// The .s files and their stubs are made by the generator in gen, a module of its own ("make gen"). Kernels
// take addresses and strides in bytes and check nothing: their callers do. They leave no state in the upper
// halves of vector registers, and one call takes at most tens of microseconds. Where there is no kernel for a
// level, callers run their portable Go.
//
// Floor 1.
package asm
