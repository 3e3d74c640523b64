package mem

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// resident is the number of bytes of p that are in memory.
func resident(t *testing.T, p []byte) int {
	t.Helper()
	page := unix.Getpagesize()
	vec := make([]byte, len(p)/page)
	_, _, e := unix.Syscall(unix.SYS_MINCORE, uintptr(unsafe.Pointer(&p[0])), uintptr(len(p)), uintptr(unsafe.Pointer(&vec[0])))
	if e != 0 {
		t.Fatal("mincore:", e)
	}
	n := 0
	for _, v := range vec {
		n += int(v&1) * page
	}
	return n
}

func TestTrimGivesPagesBack(t *testing.T) {
	p := NewPool(0)
	const n = 32 << 20
	a, err := p.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Alloc(4 << 20) // keeps the arena mapped
	if err != nil {
		t.Fatal(err)
	}
	fill(a.Bytes())
	fill(b.Bytes())
	was := a.Bytes()
	if r := resident(t, was); r != n {
		t.Fatalf("%d bytes in memory, want %d", r, n)
	}
	a.Release()
	if r := resident(t, was); r != n {
		t.Errorf("%d bytes stay to be used again, want %d", r, n)
	}
	if got := p.Trim(n); got != 0 {
		t.Errorf("Trim to what is kept gave %d bytes back", got)
	}
	if got := p.Trim(0); got != n {
		t.Errorf("Trim gave %d bytes back, want %d", got, n)
	}
	if r := resident(t, was); r != 0 {
		t.Errorf("%d bytes are still in memory", r)
	}
	c, err := p.Alloc(n)
	if err != nil {
		t.Fatal(err)
	}
	if &c.Bytes()[0] != &was[0] || c.Bytes()[n-1] != 0 {
		t.Error("the address space is not used again, or not fresh")
	}
	b.Release()
	c.Release()
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
