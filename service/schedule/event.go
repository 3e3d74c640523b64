package schedule

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// An Event is something that happened, for Step.
type Event interface{ String() string }

// Events.
type (
	// Submit adds skeletons. Subtasks that are known are left out. Known are inputs that were made before the
	// task, and where they are. Parent is the task whose function waits for it, 0: none.
	Submit struct {
		Session  string
		Task     service.TaskID
		Subtasks []service.Subtask
		Known    []service.ChunkMeta
		Parent   service.TaskID
	}
	// Rerun adds skeletons that run before all others: what was lost is made again, and what stalled waits
	// for it. Those that wait or run already are left out. The attempt is one more than the last, and at
	// least the one given.
	Rerun struct {
		Session  string
		Task     service.TaskID
		Subtasks []service.Subtask
		Known    []service.ChunkMeta
	}
	// Announced are subtasks that a Rerun will bring, which has a longer way: what depends on them waits for
	// it.
	Announced struct {
		Session  string
		Subtasks []service.SubtaskID
	}
	// Reported is what a band says.
	Reported struct{ service.Report }
	// Blamed are failures of a band's runs that could not reach another node, which is named in each. Gone:
	// nor can anybody, so its bands are down by now.
	Blamed struct {
		Band    service.Band
		Epoch   uint64
		Results []service.Result
		Gone    bool
	}
	// BandUp is a new band, or a new state of one: a closed band gets nothing new. Reports of another epoch
	// than this are ignored.
	BandUp struct {
		Band   service.Band
		Epoch  uint64
		Slots  int32
		Mem    int64
		Closed bool
		Labels map[string]string // of its node
		Keys   []op.Key          // what came back with it
	}
	// BandDown is the end of a band and of all that was on it. Clean: its node said that it would stop, which
	// is no failure.
	BandDown struct {
		Band  service.Band
		Why   string
		Clean bool
	}
	// Loaded is how busy a band says that it is.
	Loaded struct {
		Band service.Band
		Load service.Load
	}
	// Copied is a new copy of chunks on a band.
	Copied struct {
		Band service.Band
		Keys []op.Key
	}
	// Dropped is the end of chunks that were held.
	Dropped struct{ Keys []op.Key }
	// Cancel takes a task out.
	Cancel struct{ Task service.TaskID }
	// Stopped says that nothing of a canceled task runs on a band any more.
	Stopped struct {
		Task service.TaskID
		Band service.Band
	}
	// Forget drops a task that is over. What is being made again for others goes on, unless the task was
	// canceled: then those that wait for it learn that it is lost.
	Forget struct{ Task service.TaskID }
	// Tick is the time.
	Tick struct{ Now service.Nanos }
)

// An Effect is something to be done, from Step.
type Effect interface{ String() string }

// Effects.
type (
	// Assign gives a band a lease, in topological order. Local are the outputs that it frees itself.
	Assign struct {
		Lease service.LeaseID
		Task  service.TaskID
		Band  service.Band
		Epoch uint64 // that the band came up with
		Runs  []service.Run
		Local []op.Key
		Depth int32 // how many tasks wait for it, one for the other
	}
	// Revoke asks a band to give subtasks back.
	Revoke struct {
		Band service.Band
		Runs []service.Run
	}
	// Done passes results on, each subtask's once. Those of exchanges come from no band.
	Done struct {
		Task    service.TaskID
		Band    service.Band
		Epoch   uint64 // that the band came up with
		Results []service.Result
	}
	// Promoted says that chunks which were local will not be freed by their band.
	Promoted struct {
		Band   service.Band
		Epoch  uint64
		Chunks []service.Promotion
	}
	// Failed is the end of a subtask that is not tried again.
	Failed struct {
		Run  service.Run
		Band service.Band
		Err  *service.Failure
	}
	// Retried is a subtask that is run again.
	Retried struct {
		Run service.Run // the next
		Why string
	}
	// Stalled is a subtask whose inputs are lost. It waits for a Rerun.
	Stalled struct {
		Run  service.Run // the last
		Lost []op.Key
	}
	// Stop asks a band to stop a task and to say so.
	Stop struct {
		Band service.Band
		Task service.TaskID
	}
	// Canceled says that nothing of a task runs any more.
	Canceled struct{ Task service.TaskID }
	// GangOver is the end of an attempt of a gang; Why is empty where it has ended well. What still runs of
	// it shall end.
	GangOver struct {
		service.Gang
		Why string
	}
	// Waiting says why nothing of a task can be given out; empty when it can again.
	Waiting struct {
		Task service.TaskID
		Why  string
	}
	// Stuck says that subtasks wait for long while nothing runs, and some of what for.
	Stuck struct {
		Open int // those that wait
		Why  string
	}
	// Avoid says that a node gets nothing new until a time.
	Avoid struct {
		Node  string
		Until service.Nanos
		Why   string
	}
)

func (e Submit) String() string {
	return fmt.Sprintf("submit %s %s", e.Task, numbers(ids(e.Subtasks)))
}

func (e Rerun) String() string { return fmt.Sprintf("rerun %s %s", e.Task, numbers(ids(e.Subtasks))) }

func (e Announced) String() string {
	s := make([]string, len(e.Subtasks))
	for i, id := range e.Subtasks {
		s[i] = id.String()
	}
	return "announce " + strings.Join(s, ",")
}

func (e Reported) String() string {
	var done, failed int
	for i := range e.Results {
		if e.Results[i].Err == nil {
			done++
		} else {
			failed++
		}
	}
	return fmt.Sprintf("report from %s: done %d, failed %d, returned %d", e.Band, done, failed, len(e.Returned))
}

func (e Blamed) String() string {
	what := "can be reached"
	if e.Gone {
		what = "is gone"
	}
	return fmt.Sprintf("%d runs on %s could not reach a node, which %s", len(e.Results), e.Band, what)
}

func (e BandUp) String() string {
	s := fmt.Sprintf("band %s up (slots %d, mem %s)", e.Band, e.Slots, service.Bytes(e.Mem))
	if e.Closed {
		s += ", closed"
	}
	return s
}

func (e BandDown) String() string { return fmt.Sprintf("band %s down: %s", e.Band, e.Why) }

func (e Loaded) String() string {
	return fmt.Sprintf("load of %s: queued %d, running %d, free %s", e.Band, e.Load.Queued, e.Load.Running, service.Bytes(e.Load.MemFree))
}

func (e Copied) String() string {
	return fmt.Sprintf("copies on %s: %s", e.Band, service.KeyList(e.Keys))
}
func (e Dropped) String() string { return fmt.Sprintf("dropped %s", service.KeyList(e.Keys)) }
func (e Cancel) String() string  { return fmt.Sprintf("cancel %s", e.Task) }
func (e Stopped) String() string { return fmt.Sprintf("%s stopped on %s", e.Task, e.Band) }
func (e Forget) String() string  { return fmt.Sprintf("forget %s", e.Task) }
func (e Tick) String() string    { return fmt.Sprintf("tick %s", e.Now) }

func (e Assign) String() string {
	s := "assign " + e.Lease.String() + " " + runs(e.Runs) + " -> " + e.Band.String() // without fmt: it is logged for every lease
	if len(e.Local) > 0 {
		s += " (" + strconv.Itoa(len(e.Local)) + " local)"
	}
	return s
}
func (e Revoke) String() string { return fmt.Sprintf("revoke %s from %s", runs(e.Runs), e.Band) }

func (e Done) String() string {
	rs := make([]service.Run, len(e.Results))
	for i := range e.Results {
		rs[i] = e.Results[i].Run()
	}
	if e.Band.IsZero() {
		return fmt.Sprintf("done %s", runs(rs))
	}
	return fmt.Sprintf("done %s on %s", runs(rs), e.Band)
}

func (e Promoted) String() string {
	ks := make([]op.Key, len(e.Chunks))
	for i := range e.Chunks {
		ks[i] = e.Chunks[i].Key
	}
	return fmt.Sprintf("promoted %s on %s", service.KeyList(ks), e.Band)
}

func (e Failed) String() string {
	if e.Band.IsZero() {
		return fmt.Sprintf("failed %s: %s", e.Run, e.Err.Error())
	}
	return fmt.Sprintf("failed %s on %s: %s", e.Run, e.Band, e.Err.Error())
}
func (e Retried) String() string { return fmt.Sprintf("retry %s: %s", e.Run, e.Why) }
func (e Stalled) String() string {
	return fmt.Sprintf("stalled %s: lost %s", e.Run, service.KeyList(e.Lost))
}
func (e Stop) String() string     { return fmt.Sprintf("stop %s on %s", e.Task, e.Band) }
func (e Canceled) String() string { return fmt.Sprintf("canceled %s", e.Task) }

func (e GangOver) String() string {
	if e.Why == "" {
		return fmt.Sprintf("gang %s is over", e.Gang)
	}
	return fmt.Sprintf("gang %s is over: %s", e.Gang, e.Why)
}

func (e Waiting) String() string {
	if e.Why == "" {
		return fmt.Sprintf("%s goes on", e.Task)
	}
	return fmt.Sprintf("%s waits: %s", e.Task, e.Why)
}

func (e Stuck) String() string {
	return fmt.Sprintf("nothing runs and %d wait: %s", e.Open, e.Why)
}

func (e Avoid) String() string {
	if e.Until == 0 {
		return fmt.Sprintf("node %s is good again", e.Node)
	}
	return fmt.Sprintf("avoid node %s until %s: %s", e.Node, e.Until, e.Why)
}

func ids(s []service.Subtask) []service.Run {
	rs := make([]service.Run, len(s))
	for i := range s {
		rs[i].ID = s[i].ID
	}
	return rs
}

// runs prints runs of one task: "t1/s0..s7,s9#1".
func runs(rs []service.Run) string {
	if len(rs) == 0 {
		return "nothing"
	}
	return rs[0].ID.Task().String() + "/" + numbers(rs)
}

// numbers prints the numbers of runs, neighbours joined, at most eight groups.
func numbers(rs []service.Run) string {
	var b strings.Builder
	groups := 0
	for i := 0; i < len(rs); groups++ {
		if i > 0 {
			b.WriteByte(',')
		}
		if groups == 8 {
			b.WriteString("... (" + strconv.Itoa(len(rs)) + ")")
			break
		}
		j := i + 1
		for j < len(rs) && rs[j].ID == rs[j-1].ID+1 && rs[j].Attempt == rs[i].Attempt {
			j++
		}
		b.WriteString("s" + strconv.Itoa(rs[i].ID.N()))
		if j > i+1 {
			b.WriteString("..s" + strconv.Itoa(rs[j-1].ID.N()))
		}
		if a := rs[i].Attempt; a > 0 {
			b.WriteString("#" + strconv.Itoa(int(a)))
		}
		i = j
	}
	return b.String()
}
