//go:build !amd64

package asm

func elementwiseTables() [][]elementwise { return nil }
