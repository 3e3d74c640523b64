// Package version is the version of the program, which all nodes of a cluster must share.
//
// Floor 0.
package version

// Version is the release; builds between releases carry the next one.
const Version = "0.1.0"
