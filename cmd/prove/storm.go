package main

import (
	"context"
	"flag"

	"github.com/mars-project/mars-go/oscar/grpcnet/grpcnettest"
	"github.com/mars-project/mars-go/oscar/oscartest"
)

// storm asks n times while links break: over the network, where their connections break too, or in the
// process.
func storm(_ context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	n := f.Int("n", 100_000, "asks")
	seed := f.Uint64("seed", 1, "of the callers' choices")
	small := f.Bool("small", false, "a tenth of the asks")
	inside := f.Bool("in-process", false, "links without a network")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*n /= 10
	}
	hold := grpcnettest.Storm
	if *inside {
		hold = oscartest.Storm
	}
	c, err := hold(*n, *seed)
	return c, c.Lost+c.Crossed+c.Twice+c.Leaked == 0, err
}
