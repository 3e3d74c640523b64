package service

import (
	"slices"
	"time"
)

// TaskBuckets are the upper bounds of the buckets in which durations of tasks are counted; longer ones are in
// one more.
var TaskBuckets = []time.Duration{
	time.Millisecond, 5 * time.Millisecond, 25 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond, 2500 * time.Millisecond,
	10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour,
}

// TaskTotals count the tasks of a supervisor that are over.
type TaskTotals struct {
	Ends     [Canceled + 1]Ends // by state
	Subtasks uint64             // that were done
	Retried  uint64             // runs of subtasks that failed elsewhere
	Restored uint64             // runs because data was lost
	Busy     Nanos              // on slots
	Kept     HistoryCounts
}

// HistoryCounts are the numbers of the history on disk.
type HistoryCounts struct {
	Tasks   int
	Bytes   int64  // of their records
	Dropped uint64 // changes that never came to the disk: too many waited, or it failed
}

// Ends are the tasks that ended in one state.
type Ends struct {
	Count   uint64
	Took    Nanos    // all together
	Buckets []uint64 // as TaskBuckets, not cumulative
}

// Add counts a task.
func (t *TaskTotals) Add(i *TaskInfo) {
	e := &t.Ends[min(i.State, Canceled)]
	if e.Buckets == nil {
		e.Buckets = make([]uint64, len(TaskBuckets)+1)
	}
	took := max(i.Ended-i.Started, 0)
	at, _ := slices.BinarySearch(TaskBuckets, took.Duration())
	e.Buckets[at]++
	e.Count++
	e.Took += took
	t.Subtasks += uint64(max(i.Done, 0))
	t.Retried += uint64(max(i.Retried, 0))
	t.Restored += uint64(max(i.Restored, 0))
	t.Busy += i.Busy
}

// Clone is a copy that shares nothing.
func (t *TaskTotals) Clone() TaskTotals {
	c := *t
	for k := range c.Ends {
		c.Ends[k].Buckets = slices.Clone(c.Ends[k].Buckets)
	}
	return c
}
