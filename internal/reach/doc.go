// Package reach tries again what failed because a node cannot be reached.
//
// Floor 0.
package reach
