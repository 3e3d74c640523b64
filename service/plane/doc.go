// Package plane moves chunk values between processes over HTTP/1.1: from worker to worker, and to and from
// clients.
//
// Workers speak the engine's own form: one request names any number of values, or parts of partitioned ones,
// and the answer streams them one after the other, from the blocks where they are pinned straight into blocks
// of the one who asked. A transfer that breaks goes on where it was. Clients get a chunk, a box of it or some
// of its columns as .npy, bare elements, an Arrow stream or JSON, and upload in the same forms; nothing is
// ever unpickled. Whoever asks shows a ticket: what it allows, for how long, signed with the cluster's
// secret.
//
// Floor 6.
package plane
