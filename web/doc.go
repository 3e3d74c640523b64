// Package web is the API of a supervisor over HTTP: the services of proto/mars/v1 by the Connect protocol in
// binary and JSON, the bytes of values by plain GET and PUT, events as SSE, health and metrics.
//
// A client names a session with every call; what it executes belongs to that session, and a handle on every
// result is the client's until it releases it. Every error is a Problem: as the detail of a Connect error, or
// as the JSON body of a plain request. Nothing that a client sends is executed or unpickled, and everything
// that it can make grow has a bound.
//
// Floor 6.
package web
