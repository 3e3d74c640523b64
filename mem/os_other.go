//go:build !linux

package mem

import (
	"os"
	"unsafe"

	"github.com/mars-project/mars-go/errs"
)

// Elsewhere than on Linux the address space is taken from the Go heap: the accounting is the same, but pages
// go back to the system only with a whole arena.

func osMap(n int) (raw, mem []byte, err error) {
	raw = make([]byte, n+Align)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(raw))) & (Align - 1))
	return raw, raw[skip : skip+n : skip+n], nil
}

func osFree([]byte) {}

func osUnmap([]byte) {}

func osShare(int) ([]byte, *os.File, error) {
	return nil, nil, errs.New(errs.Unavailable, "memory for other processes is there on Linux alone")
}

func osPunch(*os.File, int64, int64) {}
