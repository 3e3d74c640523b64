package loopback

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

func of(t *testing.T, s string) string {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return Token(u)
}

func TestTokensOfThisMachine(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	remove, err := WriteToken(7005, "first")
	if err != nil {
		t.Fatal(err)
	}
	for u, want := range map[string]string{
		"http://127.0.0.1:7005": "first", "http://localhost:7005/x": "first", "http://[::1]:7005": "first", "http://127.0.0.1:7006": "",
		"http://10.0.0.1:7005": "", "http://localhost.evil.example:7005": "", "http://127.0.0.1": "", "http://127.0.0.1:": "",
	} {
		if got := of(t, u); got != want {
			t.Errorf("%s: %q, want %q", u, got, want)
		}
	}
	i, err := os.Stat(filepath.Join(dir, "mars", "token-7005"))
	if err != nil || i.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", i.Mode(), err)
	}
	if _, err := WriteToken(7005, "second"); err != nil {
		t.Fatal(err)
	}
	if err := remove(); err != nil || of(t, "http://localhost:7005") != "second" {
		t.Errorf("the first one's end took the file of the second: %v", err)
	}
}

func TestDirectoriesOfOthers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", dir)
	if _, err := WriteToken(1, "secret"); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(dir, "mars")
	if err := os.Chmod(mine, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteToken(2, "secret"); err == nil {
		t.Error("a token was written where everybody looks")
	}
	if got := of(t, "http://localhost:1"); got != "" {
		t.Errorf("%q was believed, which anybody may have put there", got)
	}
	if err := os.Chmod(mine, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(mine, filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere", mine); err != nil {
		t.Fatal(err)
	}
	if got := of(t, "http://localhost:1"); got != "" {
		t.Errorf("%q was read through a link", got)
	}
}
