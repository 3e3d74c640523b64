package main

import (
	"context"
	"fmt"
	"runtime"
)

// cluster measures what lies between processes.
func cluster(ctx context.Context, r *recorder) error {
	for _, c := range []struct {
		name string
		run  func(context.Context, *recorder) error
	}{
		{"transfer_ratio", transferRatio},
	} {
		if !r.wants(c.name) {
			continue
		}
		runtime.GC()
		if err := c.run(ctx, r); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}
