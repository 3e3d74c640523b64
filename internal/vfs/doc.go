// Package vfs is the small part of a file system that Mars needs for its own files, on disk, in memory or
// failing on purpose.
//
// Names are slash-separated paths; errors are those of package os (*fs.PathError around a syscall.Errno).
//
// Floor 0.
package vfs
