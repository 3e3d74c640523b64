// Package protocompat says what a change of protobuf files breaks for those who speak the older version.
//
// Additions are free. Everything else breaks somebody: binary readers go by number and type, JSON readers by
// name.
//
// Floor 0.
package protocompat
