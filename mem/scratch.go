package mem

import "unsafe"

// Free gives b up before its time where al can take it back, as a Scope does, and reports whether it did.
// Nobody may use b any more. A nil block is fine.
func Free(al Allocator, b *Block) bool {
	f, ok := al.(interface{ Free(*Block) bool })
	return ok && b != nil && f.Free(b)
}

// Scratch is n elements from al, and a function that frees them. T must hold no pointers.
func Scratch[T any](al Allocator, n int) ([]T, func(), error) {
	var t T
	b, err := al.Alloc(n * int(unsafe.Sizeof(t)))
	if err != nil {
		return nil, nil, err
	}
	return View[T](b, 0, n), func() { Free(al, b) }, nil
}
