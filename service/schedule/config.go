package schedule

import (
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service"
)

const (
	millisecond service.Nanos = 1e6
	second      service.Nanos = 1e9
)

// Config are the settings of a scheduler. The zero value is good.
type Config struct {
	// Retries is how often a subtask is run again elsewhere after a failure that is not its own fault. The
	// default is 3.
	Retries int
	// Recoveries is how often lost inputs of a subtask are made again before it fails. The default is 10.
	Recoveries int
	// LeaseMax bounds the subtasks of one lease. The default is 256.
	LeaseMax int
	// Ahead is how many subtasks a band is given for each slot while nothing is known of how long they take.
	// The default is 4.
	Ahead int
	// AheadTime is the work that a band is given ahead once that is known. The default is 20 ms.
	AheadTime service.Nanos
	// LocalMin is the bytes below which it does not matter where an input is. The default is 64 KiB.
	LocalMin int64
	// Bandwidth is what a link is believed to carry, in bytes per second. The default is 1 GiB.
	Bandwidth int64
	// RevokeTime is the work that a band must have ahead before some of it is asked back for another. The
	// default is 50 ms.
	RevokeTime service.Nanos
	// Strikes is how many failures within StrikeTime make a node bad. The defaults are 3 and 10 minutes.
	Strikes    int
	StrikeTime service.Nanos
	// Avoid is how long a bad node gets nothing new, unless there is no other. The default is 1 minute.
	Avoid service.Nanos
}

func (c *Config) check() error {
	for _, f := range []struct {
		v   *int64
		def int64
	}{
		{&c.LocalMin, 64 << 10},
		{&c.Bandwidth, 1 << 30},
		{(*int64)(&c.AheadTime), int64(20 * millisecond)},
		{(*int64)(&c.RevokeTime), int64(50 * millisecond)},
		{(*int64)(&c.StrikeTime), int64(600 * second)},
		{(*int64)(&c.Avoid), int64(60 * second)},
	} {
		if *f.v == 0 {
			*f.v = f.def
		}
		if *f.v < 0 {
			return errs.New(errs.Invalid, "schedule: a setting of %+v is negative", *c)
		}
	}
	for _, f := range []struct {
		v   *int
		def int
	}{{&c.Retries, 3}, {&c.Recoveries, service.Recoveries}, {&c.LeaseMax, 256}, {&c.Ahead, 4}, {&c.Strikes, 3}} {
		if *f.v == 0 {
			*f.v = f.def
		}
		if *f.v < 0 {
			return errs.New(errs.Invalid, "schedule: a setting of %+v is negative", *c)
		}
	}
	return nil
}
