package mem

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// osMap takes n bytes of address space, aligned to huge pages where n holds one, and asks for huge pages.
func osMap(n int) (raw, mem []byte, err error) {
	raw, err = unix.Mmap(-1, 0, n+hugePage, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return nil, nil, err
	}
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(raw))) & (hugePage - 1))
	mem = raw[skip : skip+n : skip+n]
	_ = unix.Madvise(mem, unix.MADV_HUGEPAGE) // a kernel without huge pages refuses; all works without
	return raw, mem, nil
}

// osFree gives the pages of p back; p reads as zeros afterwards.
func osFree(p []byte) {
	if err := unix.Madvise(p, unix.MADV_DONTNEED); err != nil {
		panic("mem: madvise: " + err.Error())
	}
}

func osUnmap(raw []byte) {
	if err := unix.Munmap(raw); err != nil {
		panic("mem: munmap: " + err.Error())
	}
}
