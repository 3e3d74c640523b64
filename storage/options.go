package storage

import (
	"math"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/internal/vfs"
	"github.com/mars-project/mars-go/mem"
)

// Options of a Store. The zero value of a field means its default.
type Options struct {
	// Pool pays for what is loaded. Its limit is the hard limit, 90 % of the worker's memory. The store takes
	// the pool's hooks. Required.
	Pool *mem.Pool
	// Codec writes and reads values. Required when there are Dirs.
	Codec Codec
	// Cache is the most bytes of values that are kept in memory. The default is two thirds of the pool's
	// limit (60 % of the worker's memory).
	Cache int64
	// Soft is what the pool may have given out before the store spills in the background. The default is five
	// sixths of the pool's limit (75 % of the worker's memory).
	Soft int64
	// Dirs are where spilled values go, in turn. None: values stay in memory.
	Dirs []string
	// Reserve is how many bytes of each disk stay free. The default is none.
	Reserve int64
	// Quota bounds what each session may take. The default is no bound.
	Quota Quota
	// FS holds the spill directories. The default is the file system of the machine.
	FS vfs.FS
}

func (o *Options) check() error {
	if o.Pool == nil {
		return errs.New(errs.Invalid, "storage needs a memory pool")
	}
	if len(o.Dirs) > 0 && o.Codec == nil {
		return errs.New(errs.Invalid, "spill directories need a codec")
	}
	limit := o.Pool.Limit()
	if o.Cache == 0 {
		o.Cache = part(limit, 2, 3)
	}
	if o.Soft == 0 {
		o.Soft = part(limit, 5, 6)
	}
	if o.Cache < 0 || o.Soft < 0 {
		return errs.New(errs.Invalid, "storage limits are negative: cache %d, soft limit %d", o.Cache, o.Soft)
	}
	o.Cache = min(o.Cache, limit)
	if err := o.Quota.check(o.Cache); err != nil {
		return err
	}
	if o.FS == nil {
		o.FS = vfs.OS
	}
	return nil
}

func part(n, num, den int64) int64 {
	if n == math.MaxInt64 {
		return n
	}
	return n / den * num
}
