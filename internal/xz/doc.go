// Package xz reads .xz streams: LZMA2 data with its checks.
//
// The format is that of https://tukaani.org/xz/xz-file-format.txt (1.2.1); LZMA is as in Igor Pavlov's
// lzma-specification. Filters other than LZMA2 are refused. Why it is our own: ADR 23.
//
// Floor 0.
package xz
