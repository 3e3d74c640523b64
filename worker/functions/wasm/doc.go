// Package wasm is a process of a worker in which WebAssembly modules of users run.
//
// The process is our own program once more: whoever links this package becomes one when it is started under
// the name in Name, before its main begins. It speaks the protocol of package functions. A module has memory
// and nothing else: no files, no network, no clock, no randomness but one that is alike each time. Each call
// has a fresh instance, so that equal calls give equal results.
//
// Floor 7.
package wasm
