package vfs

import "io"

// An FS is a file system. It is safe for concurrent use.
type FS interface {
	// Create makes an empty file for writing and reading, in place of one of that name. Its directory must
	// exist.
	Create(name string) (File, error)
	// Open opens a file for reading.
	Open(name string) (File, error)
	// Rename moves a file over another in one step.
	Rename(from, to string) error
	// Remove deletes a file or an empty directory. Open files stay readable.
	Remove(name string) error
	// MkdirAll makes a directory and those above it.
	MkdirAll(dir string) error
	// List is the content of a directory, by name.
	List(dir string) ([]Info, error)
	// Stat describes a file or directory.
	Stat(name string) (Info, error)
	// Free is the number of bytes that may still be written below dir.
	Free(dir string) (int64, error)
}

// A File is an open file. Write and WriteV append; ReadAt may run beside them and beside itself.
type File interface {
	io.WriteCloser
	io.ReaderAt
	// WriteV writes the segments one after the other, in as few system calls as possible. n counts all of
	// them.
	WriteV(segs [][]byte) (n int64, err error)
	// Size is the number of bytes in the file.
	Size() (int64, error)
	// Sync returns when the bytes are on the disk.
	Sync() error
}

// An Info describes a file or directory.
type Info struct {
	Name string // without directory
	Size int64  // bytes of a file, 0 for a directory
	Dir  bool
}
