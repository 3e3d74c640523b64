//go:build !linux

package host

// Disk does not know.
func Disk(string) string { return "" }
