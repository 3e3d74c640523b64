// Package coordtest is the suite every driver of package coord must pass.
//
// Floor 3.
package coordtest
