package clock

import "time"

// A Clock tells time and calls back.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f once, d from now, unless stop is called before. f may run on a goroutine of its own
	// or on that of Advance, so it must not block. stop reports whether it kept f from running.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// Real is the clock of the machine.
type Real struct{}

// Now is time.Now.
func (Real) Now() time.Time { return time.Now() }

// AfterFunc is time.AfterFunc.
func (Real) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}
