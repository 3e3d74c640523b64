package host

// GrowStack makes room for 16 KiB on the stack of this goroutine, which is more than most methods of actors
// and subtasks need. A stack doubles whenever it is too small, all its frames being moved each time, and the
// garbage collector halves that of a goroutine that waits. Where a goroutine begins to work it has few
// frames, so that growing at once is cheap there; a stack that is large enough costs a comparison.
func GrowStack()
