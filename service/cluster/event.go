package cluster

import (
	"fmt"

	"github.com/mars-project/mars-go/service"
)

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Registered is a node that presents itself. Accept it first.
	Registered struct {
		Info service.NodeInfo
		Now  service.Nanos
	}
	// Beaten is a heartbeat.
	Beaten struct {
		Beat service.Beat
		Now  service.Nanos
	}
	// Broken is a link that went down.
	Broken struct {
		Node  string
		Epoch uint64
		Why   string
		Now   service.Nanos
	}
	// Removed is a node of which somebody knows that it will not come back.
	Removed struct {
		Node string
		Now  service.Nanos
	}
	// Tick looks for nodes that are silent.
	Tick struct{ Now service.Nanos }
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// BandUp is a band that may be used, or with Closed set is to get nothing new.
	BandUp struct {
		Band   service.Band
		Epoch  uint64 // of the node's registration
		Slots  int32
		Mem    int64
		Closed bool
		Labels map[string]string // of the node
	}
	// Loaded is how busy a band says that it is.
	Loaded struct {
		Band service.Band
		Load service.Load
	}
	// NodeDown is the end of what a node runs, on all its bands. What it has stored may come back. Clean: it
	// had said that it would stop.
	NodeDown struct {
		Node  string
		Bands []service.Band
		Why   string
		Clean bool
	}
	// Suspected says that a node is silent, and gets nothing new until it is heard.
	Suspected struct {
		Node string
		Why  string
	}
	// Forgotten says that a node is down for good: nothing that it has stored comes back.
	Forgotten struct {
		Node string
		Why  string
	}
)

func (e Registered) String() string {
	return fmt.Sprintf("%s registers, epoch %d", e.Info.Node, e.Info.Epoch)
}

func (e Beaten) String() string  { return fmt.Sprintf("heartbeat of %s: %s", e.Beat.Node, e.Beat.State) }
func (e Broken) String() string  { return fmt.Sprintf("link to %s broke: %s", e.Node, e.Why) }
func (e Removed) String() string { return fmt.Sprintf("node %s is removed", e.Node) }
func (e Tick) String() string    { return fmt.Sprintf("tick %s", e.Now) }

func (e BandUp) String() string {
	s := fmt.Sprintf("band %s up (slots %d, mem %s)", e.Band, e.Slots, service.Bytes(e.Mem))
	if e.Closed {
		s += ", closed"
	}
	return s
}

func (e Loaded) String() string {
	return fmt.Sprintf("load of %s: queued %d, running %d", e.Band, e.Load.Queued, e.Load.Running)
}
func (e NodeDown) String() string  { return fmt.Sprintf("node %s down: %s", e.Node, e.Why) }
func (e Suspected) String() string { return fmt.Sprintf("node %s is suspect: %s", e.Node, e.Why) }
func (e Forgotten) String() string { return fmt.Sprintf("node %s is forgotten: %s", e.Node, e.Why) }
