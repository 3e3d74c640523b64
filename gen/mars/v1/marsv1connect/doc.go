// Package marsv1connect is the generated Go of the services of package marsv1: clients and handlers of the
// Connect protocol.
//
// Floor 0.
package marsv1connect
