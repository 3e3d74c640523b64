package node

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/mars-project/mars-go/service/history"
)

// HistoryConfig are the settings of what is kept of tasks on disk.
type HistoryConfig struct {
	// Dir is the folder of its file, which is named by the supervisor's address. Empty: nothing is kept.
	Dir string
	// Tasks and Bytes are how many tasks are kept, and how many bytes their records may take. The defaults
	// are those of package history.
	Tasks int
	Bytes int64
	// Lenient goes on without a history where Dir cannot be used: nobody has named it.
	Lenient bool
}

// open opens the history of the supervisor of an address; nil where none is kept.
func (c *HistoryConfig) open(addr string, log *slog.Logger) (*history.Store, error) {
	if c.Dir == "" {
		return nil, nil
	}
	name := filepath.Join(c.Dir, "history-"+strings.NewReplacer(":", "-", "[", "", "]", "", "/", "-", "%", "-").Replace(addr)+".db")
	h, err := history.Open(name, history.Options{Tasks: c.Tasks, Bytes: c.Bytes, Log: log})
	if err != nil && c.Lenient {
		log.Warn("what tasks were is not kept", "err", err)
		return nil, nil
	}
	return h, err
}

// StateDir is where a process leaves what it wants to find again: what systemd gives it, or a folder of the
// user's. Empty: there is none.
func StateDir() string {
	if d := os.Getenv("STATE_DIRECTORY"); d != "" {
		d, _, _ = strings.Cut(d, ":")
		return d
	}
	if d := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(d) {
		return filepath.Join(d, "mars")
	}
	if d, err := os.UserHomeDir(); err == nil && filepath.IsAbs(d) {
		return filepath.Join(d, ".local", "state", "mars")
	}
	return ""
}
