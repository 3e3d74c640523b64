package asm

func spread8Of(dst, src *byte, n int, w, mask uint64) { spread8(dst, src, n, w, mask) }

func spread16Of(dst *uint16, src *byte, n int, w, mask uint64) { spread16(dst, src, n, w, mask) }
