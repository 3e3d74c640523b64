package webfile

import (
	"errors"
	"io"
	"os"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// A saved file is a temporary copy.
type saved struct {
	op.Spool
	info op.FileInfo
}

// Info identifies the version that was copied.
func (s saved) Info() op.FileInfo { return s.info }

// temporary is a Spooler of nobody's: files without names, which go with their closing or with the process.
func temporary(int64) (op.Spool, error) {
	f, err := os.CreateTemp("", "mars-web-")
	if err != nil {
		return nil, errs.Wrap(errs.Unavailable, err, "copy")
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(errs.Wrap(errs.Unavailable, err, "copy"), f.Close())
	}
	return f, nil
}

// A keeper tells what could not be written from what could not be read.
type keeper struct {
	op.Spool
	err error
}

func (k *keeper) Write(p []byte) (int, error) {
	n, err := k.Spool.Write(p)
	k.err = err
	return n, err
}

// save copies a file whose server gives no ranges. OutOfMemory: there is no room for the copy.
func (h httpFS) save(info op.FileInfo, body io.Reader) (op.File, error) {
	spool := h.spool
	if spool == nil {
		spool = temporary
	}
	f, err := spool(max(info.Size, 0))
	if err != nil {
		return nil, err
	}
	k := &keeper{Spool: f}
	n, err := io.Copy(k, body)
	switch {
	case k.err != nil:
		err = errs.Wrap(kindOfWrite(k.err), k.err, "copy, for the server gives no parts of files")
	case err != nil:
		err = passing{errs.Wrap(errs.Unavailable, err, "after %d bytes", n)}
	case info.Size >= 0 && n != info.Size:
		err = passing{errs.New(errs.Unavailable, "%d of %d bytes", n, info.Size)}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	info.Size = n
	return saved{f, info}, nil
}

// kindOfWrite is the kind of an error of a spool, which may be one of the system.
func kindOfWrite(err error) errs.Kind {
	if k := errs.KindOf(err); k != errs.Internal {
		return k
	}
	return errs.Unavailable
}
