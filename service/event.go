package service

import (
	"context"
	"strconv"
)

// An Event is one line of the log of a supervisor: who said what, in words, and where it belongs.
type Event struct {
	Seq     uint64 `json:"seq"`
	At      Nanos  `json:"at"`   // since 1970
	From    string `json:"from"` // the service
	Text    string `json:"text"`
	Session string `json:"session,omitempty"`
	Task    TaskID `json:"task,omitempty"`
	Band    string `json:"band,omitempty"`
}

// String is "12 schedule: assign l1 t1/s0..s7 -> w1/numa-0".
func (e Event) String() string {
	return strconv.FormatUint(e.Seq, 10) + " " + e.From + ": " + e.Text
}

// EventService is the append-only log of a supervisor.
type EventService interface {
	// Append adds a line and numbers it. Seq and At of the argument are ignored.
	Append(e Event)
	// Since returns up to limit events with Seq > after that are still in memory, in order.
	Since(ctx context.Context, after uint64, limit int) ([]Event, error)
	// Follow calls f with every event after the given number until ctx ends or f returns an error. A follower
	// that is too slow for the memory of the log is told Unavailable with the number it missed.
	Follow(ctx context.Context, after uint64, f func([]Event) error) error
}
