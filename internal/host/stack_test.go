package host_test

import (
	"runtime/debug"
	"testing"
	"unsafe"

	"github.com/mars-project/mars-go/internal/host"
)

// deep takes n frames of a KiB of stack.
//
//go:noinline
func deep(n int) byte {
	var room [1 << 10]byte
	room[n] = 1
	if n > 0 {
		room[n-1] = deep(n - 1)
	}
	return room[n&7]
}

// moved reports whether the stack of a new goroutine moves when 12 KiB of it are used.
func moved(before func()) bool {
	c := make(chan bool)
	go func() {
		before()
		var here byte
		a := uintptr(unsafe.Pointer(&here))
		deep(12)
		c <- a != uintptr(unsafe.Pointer(&here))
	}()
	return <-c
}

func TestGrowStackMovesItOnce(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection halves stacks
	if moved(host.GrowStack) {
		t.Error("the stack moved after GrowStack")
	}
	if !moved(func() {}) {
		t.Error("the stack of a new goroutine has room by itself: GrowStack has no use")
	}
}
