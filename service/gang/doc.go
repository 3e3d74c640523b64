// Package gang brings the members of a gang together: each says where it is, and hears where all are.
//
//	          all have come               the attempt is over
//	gathering --------------> met ------------------------------> over
//	    |                                                          ^
//	    +---- 60 s, or one will not come --------------------------+
//
// The scheduler starts all members of an attempt at the same time, and says when it is over: when one of them
// has ended badly, or all have ended. An attempt ends once, and one that is over begins no more.
//
// Invariants: who comes is answered once, with the places of all or with the end of its attempt. Nobody hears
// of a gang that lacks a member. Of attempts of a gang the last one counts.
//
// Floor 6.
package gang
