package podbox

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// A Podman is how containers start on this machine.
type Podman struct {
	options, limits []string
	dir             string // in which it works: it leaves a file there when the kernel ends a container
}

// lower are limits below which the defaults of podman start nothing where this process may not raise its own.
var lower = []string{"--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"}

// Find tries the runtimes that there are with an image, podman's own choice first. It starts `version`, which
// the images of Mars know.
func Find(ctx context.Context, image string) (*Podman, error) {
	var said []string
	for _, runtime := range [][]string{nil, {"--runtime", "runc"}, {"--runtime", "crun"}} {
		for _, limits := range [][]string{nil, lower} {
			p := &Podman{options: runtime, limits: limits}
			args := append([]string{"run", "--rm", "--network", "none"}, limits...)
			_, err := p.Do(ctx, append(args, "--entrypoint", `["mars"]`, image, "version")...)
			if err == nil {
				return p, nil
			}
			said = append(said, err.Error())
		}
	}
	return nil, fmt.Errorf("podbox: no container starts on this machine:\n%s", strings.Join(said, "\n"))
}

// Limits are the options of a container without which none starts on this machine.
func (p *Podman) Limits() []string { return append([]string(nil), p.limits...) }

// Do calls podman, and gives what it prints.
func (p *Podman) Do(ctx context.Context, args ...string) (string, error) {
	all := append(append([]string(nil), p.options...), args...)
	c := exec.CommandContext(ctx, "podman", all...)
	c.Dir = p.dir
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("podman %s: %w: %s", strings.Join(all, " "), err,
			strings.TrimSpace(errs.String()))
	}
	return strings.TrimSpace(out.String()), nil
}

// both calls podman, and gives what it prints and what it complains of, as it is.
func (p *Podman) both(ctx context.Context, args ...string) (string, error) {
	all := append(append([]string(nil), p.options...), args...)
	c := exec.CommandContext(ctx, "podman", all...)
	c.Dir = p.dir
	out, err := c.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("podman %s: %w: %s", strings.Join(all, " "), err, out)
	}
	return string(out), err
}

// has says whether an image is there.
func (p *Podman) has(ctx context.Context, image string) bool {
	_, err := p.Do(ctx, "image", "exists", image)
	return err == nil
}
