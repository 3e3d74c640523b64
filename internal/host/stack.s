#include "funcdata.h"
#include "textflag.h"

// func GrowStack()
// Its frame is the room: the assembler puts the check of the stack before it, and nothing clears it.
TEXT ·GrowStack(SB), 0, $16384-0
	NO_LOCAL_POINTERS
	RET
