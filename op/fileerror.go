package op

import (
	"errors"
	"io/fs"
	"os"

	"github.com/mars-project/mars-go/errs"
)

var errIsDir = errors.New("is a directory")

// fileError gives an operating system's error its kind and the place where the file was looked for.
func fileError(err error) error {
	if err == nil {
		return nil
	}
	kind := errs.Unavailable
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind = errs.NotFound
	case errors.Is(err, fs.ErrPermission):
		kind = errs.Denied
	case errors.Is(err, errIsDir):
		kind = errs.Invalid
	}
	host, herr := os.Hostname()
	if herr != nil {
		host = "this host"
	}
	return errs.Wrap(kind, err, "on %s", host)
}
