package service

// A LogQuery asks what functions of users have written in a session.
type LogQuery struct {
	Session string
	Names   []string         // of nodes, as their program names them; none: of all
	Offsets map[string]int64 // where to go on, by Log.Chunk
	Max     int64            // bytes of one log; 0: 1 MiB
}

// A Log is a piece of what a function has written in the call for one chunk.
type Log struct {
	Name   string // of the node
	Chunk  string // which call that is
	Worker string
	Offset int64 // where the next piece begins
	Text   string
}
