package podbox

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
)

// outOfMemory is how often the kernel has ended a process of a container because its memory was at its limit,
// as the kernel's log has it: podman does not know where cgroups are of both versions.
func outOfMemory(container string) (kills int, err error) {
	const path = "/dev/kmsg"
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("open %s: %w", path, err)
	}
	defer syscall.Close(fd)
	line := make([]byte, 8<<10) // a record, which is never longer
	for {
		n, err := syscall.Read(fd, line)
		switch {
		case errors.Is(err, syscall.EAGAIN): // there is no more
			return kills, nil
		case errors.Is(err, syscall.EPIPE), errors.Is(err, syscall.EINTR): // some were overwritten meanwhile
			continue
		case err != nil:
			return kills, fmt.Errorf("read %s: %w", path, err)
		}
		if s := string(line[:n]); strings.Contains(s, "oom-kill:") && strings.Contains(s, container) {
			kills++
		}
	}
}
