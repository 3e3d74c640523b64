package asm

func elementwiseTables() [][]elementwise {
	return [][]elementwise{ewfloatTable[:], ewintTable[:], ewcompareTable[:], ewchooseTable[:]}
}
