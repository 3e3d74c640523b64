package mem

import (
	"os"
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

// osShare makes a file of n bytes without a name, whose size nobody can change, and maps it.
func osShare(n int) (mem []byte, f *os.File, err error) {
	fd, err := unix.MemfdCreate("mars", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, nil, err
	}
	f = os.NewFile(uintptr(fd), "memfd:mars")
	if err = f.Truncate(int64(n)); err == nil {
		_, err = unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	}
	if err == nil {
		mem, err = unix.Mmap(fd, 0, n, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_NORESERVE)
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return mem, f, nil
}

// osPunch gives the pages of a part of a file back; they read as zeros afterwards.
func osPunch(f *os.File, off, n int64) {
	if err := unix.Fallocate(int(f.Fd()), unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, off, n); err != nil {
		panic("mem: fallocate: " + err.Error())
	}
}
