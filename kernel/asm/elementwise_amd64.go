package asm

func elementwiseTables() [][]elementwise {
	return [][]elementwise{ewcastTable[:], ewcomplexTable[:], ewdivideTable[:], ewfloatTable[:], ewintTable[:], ewcompareTable[:], ewchooseTable[:], ewfusedTable[:]}
}
