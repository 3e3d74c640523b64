package asm

import "golang.org/x/sys/cpu"

// Best is the highest level that the CPU and the operating system support.
func Best() Level {
	x := &cpu.X86
	if !x.HasAVX2 || !x.HasFMA || !x.HasBMI2 {
		return Portable
	}
	if x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL {
		return AVX512
	}
	return AVX2
}
