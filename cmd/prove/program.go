package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
)

// builtMars builds the program mars of this tree into a folder and gives its path.
func builtMars(ctx context.Context, dir string) (string, error) {
	program := filepath.Join(dir, "mars")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/mars").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build mars: %w: %s", err, out)
	}
	return program, nil
}
