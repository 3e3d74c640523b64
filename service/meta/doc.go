// Package meta knows where the chunks of every session are, and what is known of them.
//
// The chunks of a session are in shards by key, so that reports of results, questions of workers and
// deletions do not wait for each other. It is not written anywhere: after a restart it is made again from the
// workers' inventories.
//
// Floor 6.
package meta
