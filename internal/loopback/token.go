package loopback

import (
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/mars-project/mars-go/errs"
)

// A file is named by the port. Its directory is the user's alone: $XDG_RUNTIME_DIR/mars, or mars-UID among
// the temporary files where there is none. The Python client looks at the same place
// (mars/_client/tokenfile.py).

// maxToken is the most bytes of a file that is read.
const maxToken = 4096

// WriteToken leaves the token of a server that listens at a port, until remove is called. Errors: Denied
// where the directory is somebody else's.
func WriteToken(port int, token string) (remove func() error, err error) {
	dir := place()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, errs.Wrap(errs.Denied, err, "the directory of tokens")
	}
	if !private(dir) {
		return nil, errs.New(errs.Denied, "%s is not a directory of this user alone: tokens are not written there", dir)
	}
	f, err := os.CreateTemp(dir, "new-") // its mode is 0600
	if err != nil {
		return nil, errs.Wrap(errs.Denied, err, "the token of port %d", port)
	}
	name := file(dir, port)
	_, err = f.WriteString(token + "\n")
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return nil, errs.Wrap(errs.Denied, err, "the token of port %d", port)
	}
	return func() error { return forget(name, token) }, nil
}

// forget removes a file that still has the token.
func forget(name, token string) error {
	if read(name) != token {
		return nil // of who has taken the port since
	}
	return os.Remove(name)
}

// Token is the token that a server of this machine has left; empty for a server elsewhere, and where there is
// none.
func Token(u *url.URL) string {
	if !Host(u.Hostname()) {
		return ""
	}
	n, err := strconv.Atoi(u.Port())
	if err != nil {
		return ""
	}
	if dir := place(); private(dir) {
		return read(file(dir, n))
	}
	return ""
}

func file(dir string, port int) string { return filepath.Join(dir, "token-"+strconv.Itoa(port)) }

// place is the directory.
func place() string {
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		return filepath.Join(dir, "mars")
	}
	return filepath.Join(os.TempDir(), "mars-"+strconv.Itoa(os.Getuid()))
}

// private says whether a directory is this user's, and nobody else may look into it. A link is none.
func private(dir string) bool {
	i, err := os.Lstat(dir)
	return err == nil && i.IsDir() && i.Mode().Perm()&0o077 == 0 && ours(i)
}

func ours(i os.FileInfo) bool {
	s, ok := i.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Getuid()
}

// read is the token in a file of this user.
func read(name string) string {
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	if i, err := f.Stat(); err != nil || !i.Mode().IsRegular() || !ours(i) {
		return ""
	}
	b := make([]byte, maxToken)
	n, _ := f.Read(b)
	return strings.TrimSpace(string(b[:n]))
}
