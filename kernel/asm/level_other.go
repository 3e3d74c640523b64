//go:build !amd64

package asm

// Best is the highest level that the CPU and the operating system support.
func Best() Level { return Portable }
