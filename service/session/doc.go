// Package session knows which sessions there are, since when nobody has used them, and which of their tasks
// run.
//
//	 Create         Closing            Closed
//	--------> open --------> closing --------> gone, as if it had never been
//
// Only an open session is used, listed and told of. One that closes still counts its tasks, which end.
//
// Invariants: a session is closed by one caller; of a session never more tasks run than may, and while one
// waits exactly so many do; tasks that wait begin in the order in which they came, each once.
//
// Floor 6.
package session
