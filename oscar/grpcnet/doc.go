// Package grpcnet links nodes of package oscar over the network, by one gRPC bidirectional stream between
// each two of them.
//
// One node listens, the other dials; what happens afterwards is the same on both sides. Frames travel as
// [oscar.AppendFrame] writes them, many in one message when many wait, and never held back for company.
//
// Both lanes share the stream: control frames are written first, request frames only while the peer has room,
// which it tells by credits. So a full mailbox stops requests alone, the reading of the stream never stops,
// and replies pass. One stream in place of two has one order, one count of what arrived and half the
// goroutines, which matters with a thousand workers.
//
// A link outlives its connection: what was not acknowledged is kept, sent again over the next connection, and
// dropped by its number where it had arrived. The link goes down, and with it the [oscar.Port], when
//   - a side closes it, or breaks the rules;
//   - the peer's process has ended: dialling it is refused, or it does not dial us again although it would have by now;
//   - the peer does not answer for twice Options.KeepAlive and Options.Grace.
//
// Nodes of different versions refuse each other, and say both versions. With Options.TLS both sides prove who
// they are, and the role a node claims must be that of its certificate.
//
// Which of two nodes dials is to be settled by their roles: if both dial each other at the same moment, each
// may give up the link that the other keeps, and one has to dial again.
//
// Floor 3.
package grpcnet
