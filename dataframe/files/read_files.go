package files

import (
	"strings"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// A SourceFile is a version of a file that a reader reads.
type SourceFile struct {
	Path string
	Size int64
	Time int64 // of its last change, in nanoseconds since 1970
	ETag string
	// Below is the path below the directory, or the part without a star, that the user named.
	Below string
}

func sourceFile(i op.FileInfo) SourceFile {
	s := SourceFile{Path: i.Path, Size: i.Size, ETag: i.ETag}
	if !i.ModTime.IsZero() {
		s.Time = i.ModTime.UnixNano()
	}
	return s
}

// open opens the version that the value was built of. Lost: the file is another one now.
func (s SourceFile) open(fs op.FS) (op.File, error) {
	f, err := fs.Open(s.Path)
	if err != nil {
		return nil, err
	}
	if now := sourceFile(f.Info()); now.Size != s.Size || now.Time != s.Time || now.ETag != s.ETag {
		_ = f.Close()
		return nil, errs.New(errs.Lost, "%s has changed: it had %d bytes of %s, now %d of %s", s.Path, s.Size, when(s.Time), now.Size, when(now.Time))
	}
	return f, nil
}

// near reports a file that is not behind a network.
func (s SourceFile) near() bool {
	return !strings.Contains(s.Path, "://") || strings.HasPrefix(s.Path, "file:")
}

func when(nanos int64) string {
	return time.Unix(0, nanos).UTC().Format("2006-01-02 15:04:05.999999999")
}

// findFiles lists the files of paths, which may be URLs: each is a file, a pattern, or a directory, whose
// files are those in it and below it without a dot or an underscore in front. Files of one pattern or
// directory stand in order of their names.
func findFiles(fs op.FS, paths []string) (out []SourceFile, err error) {
	if len(paths) == 0 {
		return nil, errs.New(errs.Invalid, "no file is named")
	}
	for _, p := range paths {
		root := p
		if op.IsPattern(p) {
			root = p[:strings.LastIndexByte(p[:strings.IndexAny(p, "*?[")], '/')+1]
		} else {
			f, err := fs.Open(p)
			if err == nil {
				out = append(out, sourceFile(f.Info()))
				_ = f.Close()
				continue
			}
			if !errs.Is(err, errs.Invalid) || strings.HasPrefix(p, "http") { // what is neither absent nor a file is a directory
				return nil, err
			}
			root = strings.TrimRight(p, "/") + "/"
			p = root + "**"
		}
		found, err := fs.Glob(p)
		if err != nil {
			return nil, err
		}
		n := len(out)
		for _, i := range found {
			s := sourceFile(i)
			s.Below = strings.TrimPrefix(i.Path, root)
			if !hidden(s.Below) {
				out = append(out, s)
			}
		}
		if len(out) == n {
			return nil, errs.New(errs.NotFound, "no files in %s", p)
		}
	}
	return out, nil
}

// hidden reports a path of which a part begins with a dot or an underscore.
func hidden(below string) bool {
	for part := range strings.SplitSeq(below, "/") {
		if strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") {
			return true
		}
	}
	return false
}

// identity is what tells these versions of files from others.
func identity(fs []SourceFile) string {
	var h op.Hasher
	for _, f := range fs {
		h.Str(f.Path).Int(int(f.Size)).Int(int(f.Time)).Str(f.ETag)
	}
	return h.Sum().String()
}

// storedLabels completes the meta of row labels that are read from files of this identity.
func storedLabels(ix op.IndexMeta, reader, identity string) op.IndexMeta {
	cols, names := make([]*frame.Column, len(ix.Levels)), make([]frame.Label, len(ix.Levels))
	var h op.Hasher
	h.Str(reader).Str(identity)
	for i, l := range ix.Levels {
		cols[i], names[i] = &frame.Column{DType: l.Is}, l.Name
		h.Str(l.Name.Repr())
	}
	x := frame.NewIndex(names[0], cols[0])
	if len(cols) > 1 {
		x = frame.NewMulti(names, cols...)
	}
	ix.Kind, ix.Start, ix.Step, ix.Loose, ix.Token = x.Kind, 0, 0, false, h.Sum()
	return ix
}
