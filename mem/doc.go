// Package mem gives out 64-byte aligned memory outside the Go heap and counts every byte of it against a
// budget.
//
// A Block is reference counted: Alloc gives it with one reference, which belongs to the caller. Operators
// never call Retain or Release: they allocate from a Scope, which owns one reference of everything it gave
// out. A Pool is the budget of a worker; a Grant is a part of it that was booked in one step.
//
// Floor 1.
package mem
