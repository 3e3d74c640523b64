// Package storagetest checks that a store keeps its promises, whatever lies below it.
//
// Floor 3.
package storagetest
