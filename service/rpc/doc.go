// Package rpc carries service interfaces between nodes: for each the methods as oscar messages, and a client
// that sends them.
//
// A service is an actor of a fixed name on its node; its value implements the interface of package service.
// What needs no answer is told, so that nobody waits: then nil means that it is on its way, and a node that
// goes is learnt of by watching it.
//
// Floor 6.
package rpc
