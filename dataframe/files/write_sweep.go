package files

import (
	"regexp"
	"strings"
	"time"

	"github.com/mars-project/mars-go/op"
)

// deadAfter is how old a hidden file is that belongs to no task any more: a task names its parts when all are written.
const deadAfter = 24 * time.Hour

// sweep removes what is left of the hidden files of this writing.
func (s fileSink) sweep(fs op.FS) {
	left, err := fs.Glob(escapeGlob(s.hidden()) + "*")
	if err != nil {
		return // nothing is left
	}
	for _, i := range left {
		_ = fs.Remove(i.Path)
	}
}

// ofPart is what stands behind the path in the name of a hidden file.
var ofPart = regexp.MustCompile(`^[0-9a-f]{16}-[0-9a-f]{16}$`)

// sweepOthers removes hidden files that other writings of the same path have left, and that were old when the file was
// written: by the clock of the file system, which is one for all workers.
func (s fileSink) sweepOthers(fs op.FS, file string) {
	now, err := fs.Stat(file)
	if err != nil {
		return
	}
	begin := strings.TrimSuffix(s.hidden(), s.attempt())
	left, err := fs.Glob(escapeGlob(begin) + "*")
	if err != nil {
		return
	}
	for _, i := range left {
		if ofPart.MatchString(op.BaseName(i.Path)[len(op.BaseName(begin)):]) && now.ModTime.Sub(i.ModTime) > deadAfter {
			_ = fs.Remove(i.Path)
		}
	}
}

// escapeGlob is a pattern that matches the name alone.
func escapeGlob(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(name)
}

// Sweep removes what a task has left that did not come to its end.
func (o *toCSV) Sweep(fs op.FS) { o.sink().sweep(fs) }

// Sweep removes what a task has left that did not come to its end.
func (o *toFeather) Sweep(fs op.FS) { o.sink().sweep(fs) }

// Sweep removes what a task has left that did not come to its end.
func (o *toJSON) Sweep(fs op.FS) { o.sink().sweep(fs) }

// Sweep removes what a task has left that did not come to its end.
func (o *toParquet) Sweep(fs op.FS) { o.sink().sweep(fs) }
