package subtask

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

// Config are the settings of a band's runner.
type Config struct {
	// Band is its name.
	Band service.Band
	// Slots is how many runs go on at a time. It must be given.
	Slots int32
	// Mem is the budget in bytes, 0 for none.
	Mem int64
	// Prefetch is how many runs may fetch inputs ahead of a free slot. The default is 2.
	Prefetch int
	// Ahead is how many short runs may be started ahead of a free slot, for each slot. The default is 16.
	Ahead int
	// Short is how long the last runs of a task may have taken on average for the next ones to be short. The
	// default is 50 us.
	Short service.Nanos
	// ShortCall is Short of calls of functions in processes: while one runs others lie there ready. The
	// default is 4 ms.
	ShortCall service.Nanos
	// Batch is how many results are reported at once while there is more to run. The default is 64.
	Batch int
	// Delay is how long a result may wait for others. The default is 500 us.
	Delay service.Nanos
	// Floor is the least memory that is asked for a run. The default is 4 KiB.
	Floor int64
}

func (c *Config) check() error {
	if c.Slots < 1 || c.Mem < 0 || c.Prefetch < 0 || c.Ahead < 0 || c.Short < 0 || c.ShortCall < 0 || c.Batch < 0 || c.Delay < 0 || c.Floor < 0 {
		return errs.New(errs.Invalid, "subtask: slots must be positive and no setting negative: %+v", *c)
	}
	if c.Prefetch == 0 {
		c.Prefetch = 2
	}
	if c.Ahead == 0 {
		c.Ahead = 16
	}
	if c.Short == 0 {
		c.Short = 50_000
	}
	if c.ShortCall == 0 {
		c.ShortCall = 4_000_000
	}
	if c.Batch == 0 {
		c.Batch = 64
	}
	if c.Delay == 0 {
		c.Delay = 500_000
	}
	if c.Floor == 0 {
		c.Floor = 4 << 10
	}
	return nil
}
