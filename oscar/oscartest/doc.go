// Package oscartest holds what tries the actor runtime hard: an ask storm, and the suite every kind of link
// must pass.
//
// Floor 3.
package oscartest
