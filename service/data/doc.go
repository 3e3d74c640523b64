// Package data keeps the chunk values of a worker over storage, and brings missing ones from other workers.
//
// Floor 6.
package data
