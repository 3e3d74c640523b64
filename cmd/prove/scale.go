package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"time"

	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/cluster"
)

// Promises of one supervisor.
const (
	wantDecisions = 200_000 // a second
	wantBytes     = 2 << 10 // a chunk
	wantHeartbeat = 20.0    // microseconds, of 1,000 workers
	wantIdle      = 0.5     // of a core, with all workers idle
)

// scaled is what the machines of a supervisor did.
type scaled struct {
	Workers   int     `json:"workers"`
	Chunks    int     `json:"chunks"`
	Sessions  int     `json:"sessions"`
	Decisions float64 `json:"decisions_per_s"` // leases and ends of subtasks
	Bytes     float64 `json:"bytes_per_chunk"` // of the heap, while all chunks are held
	Heartbeat float64 `json:"heartbeat_us"`
	Idle      float64 `json:"idle_cores"` // for the heartbeats of all workers, twice a second
	Recover   float64 `json:"recover_s"`  // from the end of a rack until all that was lost is there again
	Remade    int     `json:"remade"`     // subtasks that ran again for it
	Wrong     int     `json:"wrong"`      // subtasks that ran too often or never, chunks that are nowhere
}

// scale drives the machines of a supervisor: workers that beat, sessions that hold what they have computed,
// and a rack of workers that dies. Workers take no time, so that all that is measured is the supervisor's.
func scale(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	workers := f.Int("workers", 1000, "simulated workers, of two slots each")
	chunks := f.Int("chunks", 1_000_000, "chunks of all sessions")
	sessions := f.Int("sessions", 100, "sessions that share the workers")
	rack := f.Int("rack", 40, "workers that die")
	small := f.Bool("small", false, "a twentieth of workers and chunks; bytes and cores are not held to a promise")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*workers, *chunks, *sessions, *rack = *workers/20, *chunks/20, *sessions/20, max(1, *rack/20)
	}
	if *workers < 2 || *sessions < 1 || *rack < 1 || *rack >= *workers || *chunks < 4**sessions {
		return nil, false, errors.New("scale needs two workers or more of which some stay, and four chunks for each session")
	}
	out := scaled{Workers: *workers, Chunks: *chunks, Sessions: *sessions}
	before := heap()
	d, err := newDesk(*workers)
	if err != nil {
		return nil, false, err
	}
	began := time.Now()
	for i := range *sessions {
		n := *chunks*(i+1) / *sessions - *chunks*i / *sessions
		d.submit(i, n)
	}
	if err := d.run(ctx); err != nil {
		return nil, false, err
	}
	out.Decisions = float64(d.decisions) / time.Since(began).Seconds()
	out.Bytes = float64(heap()-before) / float64(*chunks)
	out.Wrong += d.wrong(1)

	out.Heartbeat = d.beats(*workers)
	out.Idle = 2 * float64(*workers) * out.Heartbeat / 1e6

	began, ran := time.Now(), d.runs
	for i := range *rack {
		d.dies(i)
	}
	if err := d.run(ctx); err != nil {
		return nil, false, err
	}
	out.Recover = time.Since(began).Seconds()
	out.Remade = d.runs - ran
	out.Wrong += d.nowhere()
	kept := out.Wrong == 0 && out.Remade > 0
	if !*small {
		kept = kept && out.Decisions >= wantDecisions && out.Bytes <= wantBytes && out.Heartbeat <= wantHeartbeat && out.Idle <= wantIdle
	}
	return out, kept, nil
}

// heap is what is in use once all that can go is gone.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// beats is how long the list of nodes takes for a sign of life, in microseconds, over a hundred of each
// worker.
func (d *desk) beats(workers int) float64 {
	const rounds = 100
	began := time.Now()
	for range rounds {
		d.now += 500e6
		for i := range workers {
			d.nodes(cluster.Beaten{Beat: service.Beat{Node: workerName(i), Epoch: 1, State: service.Ready, Loads: []service.Load{{Slots: 2}}}, Now: d.now})
		}
		d.nodes(cluster.Tick{Now: d.now})
	}
	return float64(time.Since(began).Microseconds()) / float64(rounds*workers)
}

func workerName(i int) string { return fmt.Sprintf("w%04d", i) }
