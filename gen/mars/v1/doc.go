// Package marsv1 is the Go form of proto/mars/v1: graphs, and the services of a supervisor. All but this page
// and the tests is made by "make gen".
//
// Floor 0.
package marsv1
