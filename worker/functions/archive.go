package functions

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mars-project/mars-go/errs"
)

// maxEnv is the most bytes that the files of an environment have.
const maxEnv = 1 << 30

// An archive is an environment as a program sends it: a description, and files.
type archive struct {
	Vars     map[string]string `json:"vars"`
	Modules  bool              `json:"modules"`  // folder "modules" of the files is where modules are found
	Dir      bool              `json:"dir"`      // folder "dir" is where processes begin, and where modules are found too
	Packages []string          `json:"packages"` // what an installer is asked for
	files    []byte            // a zip
}

// requirement is a name of a package, extras, versions, and a marker, as those of PEP 508. No option of an
// installer is one, no path and no URL: see _REQUIREMENT in python/mars/_functions/requirements.py.
var requirement = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])? *(?:\[[A-Za-z0-9._, -]*\])? *` +
	`(?:(?:~=|===?|!=|<=?|>=?) *[A-Za-z0-9._*+!-]+ *,? *)*(?:;[A-Za-z0-9 ._"'()<>=!~+*-]*)?$`)

// readArchive reads what a program has sent. Errors: Invalid.
func readArchive(b []byte) (a archive, err error) {
	if len(b) < 4 || uint64(binary.LittleEndian.Uint32(b)) > uint64(len(b)-4) {
		return a, errs.New(errs.Invalid, "an environment of %d bytes", len(b))
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	if err := json.Unmarshal(b[4:n], &a); err != nil {
		return a, errs.Wrap(errs.Invalid, err, "the description of an environment")
	}
	for _, r := range a.Packages {
		if !requirement.MatchString(r) {
			return a, errs.New(errs.Invalid, "an environment requires %.100q, which is no name of a package with versions", r)
		}
	}
	a.files = b[n:]
	return a, nil
}

// unpack writes the files below a folder, which is made. Errors: Invalid, a file that would lie elsewhere, or
// too many bytes; Unavailable, a file cannot be written.
func (a *archive) unpack(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return errs.Wrap(errs.Unavailable, err, "a folder of an environment")
	}
	if len(a.files) == 0 {
		return nil
	}
	z, err := zip.NewReader(bytes.NewReader(a.files), int64(len(a.files)))
	if err != nil {
		return errs.Wrap(errs.Invalid, err, "the files of an environment")
	}
	left := int64(maxEnv)
	for _, f := range z.File {
		if !filepath.IsLocal(f.Name) || !f.Mode().IsRegular() {
			return errs.New(errs.Invalid, "an environment has a file %.100q", f.Name)
		}
		n, err := extract(f, filepath.Join(dir, f.Name), left)
		if err != nil {
			return err
		}
		left -= n
	}
	return nil
}

// extract writes one file of at most so many bytes.
func extract(f *zip.File, to string, most int64) (n int64, err error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "a folder of an environment")
	}
	in, err := f.Open()
	if err != nil {
		return 0, errs.Wrap(errs.Invalid, err, "file %s of an environment", f.Name)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600|f.Mode().Perm()&0o100)
	if err != nil {
		return 0, errs.Wrap(errs.Unavailable, err, "file %s of an environment", f.Name)
	}
	defer out.Close()
	n, err = io.Copy(out, io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return n, errs.Wrap(errs.Unavailable, err, "file %s of an environment", f.Name)
	case n > most:
		return n, errs.New(errs.Invalid, "an environment of more than %d bytes", maxEnv)
	}
	return n, nil
}
