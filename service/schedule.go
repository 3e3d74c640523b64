package service

import "context"

// ScheduleService decides which band runs which subtask, and when. Tasks submit to it and workers report to
// it by messages, which have no answers: the events of package schedule.
type ScheduleService interface {
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
