// Package data keeps the chunk values of a worker over storage, and brings missing ones from other workers.
//
// A value is stored under its session and key. What is fetched whole stays as a copy until it is deleted;
// parts of a partitioned value are brought for who reads them and go with the last of these. However many ask
// for the same piece, it is fetched once at a time. A value that has no form outside this process stays in Go
// memory and is never spilled.
//
// Floor 6.
package data
