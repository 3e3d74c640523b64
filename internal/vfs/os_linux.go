package vfs

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Limits of one writev: IOV_MAX, and a little under the 2 GiB that Linux writes at most.
const (
	maxSegs  = 1024
	maxBytes = 1 << 30
)

func writeV(f *os.File, segs [][]byte) (int64, error) {
	c, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var sum int64
	for {
		batch, size := next(segs)
		if len(batch) == 0 {
			return sum, nil
		}
		var n int
		var werr error
		err := c.Write(func(fd uintptr) bool {
			n, werr = unix.Writev(int(fd), batch)
			return werr != unix.EAGAIN
		})
		if werr == unix.EINTR {
			continue
		}
		if err == nil && werr != nil {
			err = &os.PathError{Op: "writev", Path: f.Name(), Err: werr}
		}
		if err == nil && n == 0 && size > 0 {
			err = &os.PathError{Op: "writev", Path: f.Name(), Err: io.ErrShortWrite}
		}
		if n > 0 {
			sum += int64(n)
			segs = skip(segs, n)
		}
		if err != nil {
			return sum, err
		}
	}
}

// next is the first segments that one call may write, without empty ones.
func next(segs [][]byte) (batch [][]byte, size int) {
	for _, s := range segs {
		if len(s) == 0 {
			continue
		}
		if len(batch) == maxSegs || size == maxBytes {
			break
		}
		s = s[:min(len(s), maxBytes-size)]
		batch, size = append(batch, s), size+len(s)
	}
	return batch, size
}

// skip is segs without their first n bytes.
func skip(segs [][]byte, n int) [][]byte {
	for len(segs) > 0 && n >= len(segs[0]) {
		n -= len(segs[0])
		segs = segs[1:]
	}
	if n == 0 {
		return segs
	}
	return append([][]byte{segs[0][n:]}, segs[1:]...)
}

func osFree(dir string) (int64, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return int64(s.Bavail) * s.Bsize, nil
}

// osInMemory says whether a directory lies in tmpfs or ramfs.
func osInMemory(dir string) bool {
	var s unix.Statfs_t
	return unix.Statfs(dir, &s) == nil && (uint32(s.Type) == unix.TMPFS_MAGIC || uint32(s.Type) == unix.RAMFS_MAGIC)
}
