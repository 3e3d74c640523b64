// Package wasm reads what a WebAssembly module takes and gives: its imports, and the functions that it
// exports.
//
// It reads no code; who compiles a module checks that.
// https://webassembly.github.io/spec/core/binary/modules.html
//
// Floor 2.
package wasm
