package service

import "context"

// ScheduleService decides which band runs which subtask, and when.
type ScheduleService interface {
	// Submit adds skeletons, or new attempts at subtasks that are known. Runs that are known are left out.
	Submit(ctx context.Context, session string, t TaskID, subtasks []Subtask) error
	// Report takes the report of a worker. Runs that are not current are left out.
	Report(ctx context.Context, r Report) error
	// Cancel takes a task's subtasks out; workers are asked to stop theirs. It returns when they have.
	Cancel(ctx context.Context, t TaskID) error
	// Forget drops what is known of a task that is over.
	Forget(ctx context.Context, t TaskID) error
	// Info lists the bands and their queues.
	Info(ctx context.Context) (ScheduleInfo, error)
}

// ScheduleInfo is the state of the scheduler.
type ScheduleInfo struct {
	Bands   []BandQueue // in order of their names
	Waiting int         // subtasks whose inputs are not made
	Ready   int         // subtasks that wait for a band
}

// BandQueue is what a band has been given.
type BandQueue struct {
	Band    Band
	Out     int // subtasks in its leases
	Load    Load
	Avoided Nanos // not used until then; 0 when it is good
}
