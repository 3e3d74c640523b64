// Package oscar runs actors: typed references, methods as values, turns, supervision, monitors, and links
// that join nodes.
//
// An actor is a plain Go value with plain methods. It handles one message at a time, its turn, so it needs no
// locks; inside a method, [Await] gives the turn up while the method waits. A [System] is one node. What is
// sent to an actor of the same node travels as the Go value it is; between nodes a [Link] carries it, encoded
// as CBOR if the link says so. A message must not be changed by anybody after it was sent.
//
// Promises:
//   - a message is handled at most once; an ask that fails with [errs.Canceled] or [errs.Unavailable] may have been
//     handled, one that fails because the actor is gone ([Gone]) was not;
//   - messages of one sender to one actor are handled in the order they were sent; replies have no order;
//   - every Ask ends: with the reply, with the end of its context, or because the actor, its node or the link went;
//   - a full mailbox makes senders wait, over a link also those that follow them from the same node; it never holds
//     up replies, monitors or the return from Await.
//
// Two actors that keep their turns while they send to each other's full mailboxes wait until a context ends:
// send from within Await, or under a deadline, where messages go both ways without bound.
//
// Floor 3.
package oscar
