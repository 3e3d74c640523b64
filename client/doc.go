// Package client is a session as a program sees it: it executes lazy values on a cluster, follows them, and
// fetches results.
//
// Floor 5.
package client
