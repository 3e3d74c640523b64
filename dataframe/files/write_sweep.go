package files

import (
	"regexp"
	"strings"
	"time"

	"github.com/mars-project/mars-go/op"
)

// deadAfter is how old a hidden file is that belongs to no task any more: a task names its parts when all are
// written.
const deadAfter = 24 * time.Hour

// ofPart is what stands behind the path in the name of a hidden file.
var ofPart = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{16}$`)

// sweepOthers removes hidden files that other writings of the same path have left, and that were old when the
// file was written: by the clock of the file system, which is one for all workers.
func (s fileSink) sweepOthers(fs op.FS, file string) {
	now, err := fs.Stat(file)
	if err != nil {
		return
	}
	begin := strings.TrimSuffix(s.hidden(), s.attempt())
	left, err := fs.Glob(op.EscapeGlob(begin) + "*")
	if err != nil {
		return
	}
	for _, i := range left {
		if ofPart.MatchString(op.BaseName(i.Path)[len(op.BaseName(begin)):]) && now.ModTime.Sub(i.ModTime) > deadAfter {
			_ = fs.Remove(i.Path)
		}
	}
}

// Leftover is how the names of its hidden files begin; see op.Sweeper.
func (o *toCSV) Leftover() string { return o.sink().hidden() }

// Leftover is how the names of its hidden files begin; see op.Sweeper.
func (o *toFeather) Leftover() string { return o.sink().hidden() }

// Leftover is how the names of its hidden files begin; see op.Sweeper.
func (o *toJSON) Leftover() string { return o.sink().hidden() }

// Leftover is how the names of its hidden files begin; see op.Sweeper.
func (o *toParquet) Leftover() string { return o.sink().hidden() }
