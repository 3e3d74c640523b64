package gang

import (
	"fmt"
	"strings"

	"github.com/mars-project/mars-go/service"
)

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Joined is a member of an attempt that says where it is. It may say so again, when the answer was lost.
	Joined struct {
		service.Gang
		Rank  int
		Size  int // of the gang
		Place service.Place
		Now   service.Nanos
	}
	// Over is the end of an attempt: a member has ended badly, or all have ended. Why is empty where they
	// have ended well.
	Over struct {
		service.Gang
		Why string
	}
	// Forgotten is the end of a task: none of its gangs begins again.
	Forgotten struct{ Task service.TaskID }
	// Tick is the time.
	Tick struct{ Now service.Nanos }
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Meet tells members of an attempt where all are, in order of ranks.
	Meet struct {
		service.Gang
		Ranks  []int // whom
		Places []service.Place
	}
	// End tells all who wait for an attempt, or are members of it, that it is over.
	End struct {
		service.Gang
		Why string
	}
)

func (e Joined) String() string {
	return fmt.Sprintf("%s of %s, %d in all, is on %s", rank(e.Rank), e.Gang, e.Size, e.Place)
}
func (e Over) String() string      { return fmt.Sprintf("%s is over: %s", e.Gang, e.Why) }
func (e Forgotten) String() string { return fmt.Sprintf("%s is forgotten", e.Task) }
func (e Tick) String() string      { return fmt.Sprintf("tick %s", e.Now) }

func (e Meet) String() string {
	to := make([]string, len(e.Ranks))
	for i, r := range e.Ranks {
		to[i] = rank(r)
	}
	at := make([]string, len(e.Places))
	for i, p := range e.Places {
		at[i] = p.String()
	}
	return fmt.Sprintf("%s meets on %s: tell %s", e.Gang, strings.Join(at, ", "), strings.Join(to, ", "))
}

func (e End) String() string {
	if e.Why == "" {
		return fmt.Sprintf("end %s", e.Gang)
	}
	return fmt.Sprintf("end %s: %s", e.Gang, e.Why)
}

func rank(n int) string { return fmt.Sprintf("rank %d", n) }
