package main

import (
	"context"
	"flag"

	"github.com/mars-project/mars-go/oscar/oscartest"
)

// storm asks n times while links break.
func storm(_ context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	n := f.Int("n", 100_000, "asks")
	seed := f.Uint64("seed", 1, "of the callers' choices")
	small := f.Bool("small", false, "a tenth of the asks")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	if *small {
		*n /= 10
	}
	c, err := oscartest.Storm(*n, *seed)
	return c, c.Lost+c.Crossed+c.Twice+c.Leaked == 0, err
}
