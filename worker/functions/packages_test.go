package functions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/service/runner"
)

// installs has a script be the installer of the test: "$site" is where it puts modules, "$dir" a folder of
// the test. It counts how often it is run.
func installs(t *testing.T, script string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	text := "#!/bin/sh\ndir=" + dir + "\npython=$4\nvenv=${python%/bin/python}\nsite=$(echo \"$venv\"/lib/python3*/site-packages)\necho once >>$dir/runs\n" + script
	if err := os.WriteFile(filepath.Join(dir, "uv"), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	return dir
}

func runs(dir string) int {
	b, _ := os.ReadFile(filepath.Join(dir, "runs")) // none: it was never run
	return strings.Count(string(b), "once")
}

func requiring(t *testing.T, c Call, packages ...string) Call {
	t.Helper()
	c.Env = &Env{ID: fmt.Sprint(packages), Archive: sentEnv(t, `{"packages": ["`+strings.Join(packages, `", "`)+`"]}`, nil)}
	return c
}

func withPackages(t *testing.T) *rig {
	t.Helper()
	return opened(t, Options{Slots: 2, Packages: true, Name: "w1"})
}

const looks = "def f():\n    import numpy, tiny, sys\n    return tiny.name, sys.prefix != sys.base_prefix"

// Packages are those of an environment alone, and sessions that require the same have one venv.
func TestPackages(t *testing.T) {
	dir := installs(t, `[ "$1 $2 $3 $5 $7" = "pip install --python --constraint --" ] && grep -q ^numpy== "$6" && echo "name = '$8 $9'" >$site/tiny.py`)
	r := withPackages(t)
	c := requiring(t, calling(t, looks, ""), "tiny", "other>1")
	r.wants(c, "('tiny other>1', True)")
	c.Session = "s2"
	c.Env = requiring(t, c, "other>1", "tiny").Env
	r.wants(c, "('tiny other>1', True)")
	if n := runs(dir); n != 1 {
		t.Errorf("installed %d times", n)
	}
	r.CloseSession("s")
	r.CloseSession("s2")
	c.Session = "s3"
	r.wants(c, "('tiny other>1', True)")
	if n := runs(dir); n != 1 {
		t.Errorf("installed %d times", n)
	}
	_, err := r.text(calling(t, looks, ""))
	if e := (*Raised)(nil); !errors.As(err, &e) || e.Type != "ModuleNotFoundError" {
		t.Error(err)
	}
}

// What an installer would not take for packages is refused, whoever sends it.
func TestRequirementsAreNoOptions(t *testing.T) {
	dir := installs(t, "")
	r := withPackages(t)
	for _, bad := range []string{
		"-r /etc/passwd", "--index-url=http://x", "-e .", "", " ", "./x", "/x.whl", "x @ http://x/x.whl", "git+https://x/x", "x\\n-r y", "x y", "x==1 --hash=sha256:0",
	} {
		r.fails(requiring(t, calling(t, "def f(): pass", ""), bad), errs.Invalid, "no name of a package")
	}
	for _, good := range []string{"a", "A.b-c_d[x,y-z]", "a==1.*,!=1.5", "a >= 1.0, < 2!3", "a===1+local", "a~=1.4; python_version < '3.11' and os_name == \"nt\""} {
		if !requirement.MatchString(good) {
			t.Errorf("%s is refused", good)
		}
	}
	if n := runs(dir); n != 0 {
		t.Errorf("installed %d times", n)
	}
}

func TestPackagesAreDenied(t *testing.T) {
	dir := installs(t, "")
	r := opened(t, Options{Slots: 1, Name: "w1"})
	r.fails(requiring(t, calling(t, "def f(): pass", ""), "tiny"), errs.Denied, "w1 installs no packages", "--functions-packages=off")
	if n := runs(dir); n != 0 {
		t.Errorf("installed %d times", n)
	}
}

// A task hears of the failure that it has waited for, and another one tries again.
func TestPackagesThatCannotBeInstalled(t *testing.T) {
	dir := installs(t, "seq -f 'line %02g.' 30; exit 3")
	r := withPackages(t)
	c := requiring(t, calling(t, looks, ""), "tiny")
	c.Task = "t1"
	for range 2 {
		_, err := r.Call(t.Context(), c)
		x := errs.RaisedOf(err)
		if !errs.Is(err, errs.Internal) || x == nil || x.Type != "RuntimeError" || !strings.Contains(err.Error(), "packages tiny cannot be installed on w1, exit code 3") ||
			!strings.Contains(err.Error(), "line 11.\n") || !strings.HasSuffix(err.Error(), "line 30.") || strings.Contains(err.Error(), "line 10.") {
			t.Error(err)
		}
	}
	if n := runs(dir); n != 1 {
		t.Errorf("tried %d times", n)
	}
	c.Task = "t2"
	r.fails(c, errs.Internal, "line 30.")
	if n := runs(dir); n != 2 {
		t.Errorf("tried %d times", n)
	}
	left, err := os.ReadDir(filepath.Join(r.o.Scratch, "packages"))
	if err != nil || len(left) != 0 {
		t.Errorf("%v, %v", left, err)
	}
}

func TestPackagesThatTakeTooLong(t *testing.T) {
	installs(t, "sleep 600")
	r := opened(t, Options{Slots: 1, Packages: true, Install: time.Millisecond})
	_, err := r.Call(t.Context(), requiring(t, calling(t, looks, ""), "tiny"))
	if x := errs.RaisedOf(err); x == nil || x.Type != "TimeoutError" || !strings.Contains(err.Error(), "within 1ms") {
		t.Error(err)
	}
}

// A call that yields does not wait for its packages.
func TestPackagesAreNotWaitedFor(t *testing.T) {
	dir := installs(t, "until [ -e $dir/gate ]; do sleep 0.01; done; echo 'name = 1' >$site/tiny.py")
	r := withPackages(t)
	c := requiring(t, calling(t, looks, ""), "tiny")
	c.Yields = true
	for range 2 {
		_, err := r.Call(t.Context(), c)
		u := (*runner.Unready)(nil)
		if !errors.As(err, &u) || !errs.Is(err, errs.Unavailable) {
			t.Fatal(err)
		}
		if runs(dir) > 1 {
			t.Error("installed twice")
		}
		defer func() { <-u.Known }()
	}
	r.wants(calling(t, "def f(): return 1", ""), "1")
	if err := os.WriteFile(filepath.Join(dir, "gate"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Yields = false
	r.wants(c, "(1, True)")
}

const hangs = "echo $$ >$dir/new; mv $dir/new $dir/pid; sleep 600"

// hanging is the process of an installer that hangs.
func hanging(t *testing.T, dir string) int {
	t.Helper()
	for {
		if b, err := os.ReadFile(filepath.Join(dir, "pid")); err == nil {
			pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		time.Sleep(time.Millisecond)
	}
}

// An installer ends with the last session that waits for it.
func TestPackagesOfASessionThatEnds(t *testing.T) {
	dir := installs(t, hangs)
	r := withPackages(t)
	c := requiring(t, calling(t, looks, ""), "tiny")
	c.Yields = true
	_, err := r.Call(t.Context(), c)
	u := (*runner.Unready)(nil)
	if !errors.As(err, &u) {
		t.Fatal(err)
	}
	pid := hanging(t, dir)
	r.CloseSession("s")
	<-u.Known
	gone(pid)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Yields, c.Session = false, "s2"
	if _, err := r.Call(ctx, c); !errs.Is(err, errs.Canceled) {
		t.Error(err)
	}
}

// It ends with its worker, however that ends: what it reads is at an end then.
func TestAnInstallerEndsWithItsWorker(t *testing.T) {
	dir := installs(t, hangs)
	c := exec.Command(interpreter(), "-I", "../../python/mars/_worker/packages.py", t.TempDir(), "tiny")
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	pid := hanging(t, dir)
	in.Close()
	if err := c.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Error(err)
	}
	gone(pid)
}

// Those that nobody has go when there are too many, the oldest first.
func TestVenvsAreBounded(t *testing.T) {
	h := &Host{venvs: venvs{all: map[string]*venv{}}}
	add := func(key string, used, users int, bytes int64) {
		h.venvs.all[key] = &venv{key: key, dir: filepath.Join(t.TempDir(), key), over: true, used: used, users: users, bytes: bytes}
	}
	for i := range mostVenvs {
		add(fmt.Sprint(i), i, (i+1)%2, 1)
	}
	h.venvs.all["made"] = &venv{key: "made", stop: func() {}}
	h.thinVenvs()
	if len(h.venvs.all) != mostVenvs+1 {
		t.Error(len(h.venvs.all))
	}
	add("new", 99, 0, 1)
	h.thinVenvs()
	if h.venvs.all["1"] != nil || h.venvs.all["0"] == nil || len(h.venvs.all) != mostVenvs+1 {
		t.Error(len(h.venvs.all))
	}
	add("young", 100, 0, mostVenvBytes)
	h.venvs.all["young"].asked = map[string]bool{"s t1": true} // it comes for it
	h.thinVenvs()
	for key, v := range h.venvs.all {
		if v.over && v.users == 0 && key != "young" {
			t.Errorf("%s is left", key)
		}
	}
	h.unask("s")
	if h.venvs.all["young"] != nil {
		t.Error("nobody comes for it, and it is left")
	}
	h.wg.Wait()
}

// Nothing of the cluster reaches an installer.
func TestEnvironmentOfAnInstaller(t *testing.T) {
	for _, v := range []string{"MARS_WEB_TOKEN", "AWS_SECRET_ACCESS_KEY", "PIP_INDEX_URL", "UV_CACHE_DIR", "https_proxy", "NO_PROXY"} {
		t.Setenv(v, "there")
	}
	got := strings.Join(installEnv(), "\n") + "\n"
	for v, want := range map[string]bool{
		"MARS_WEB_TOKEN": false, "AWS_SECRET_ACCESS_KEY": false, "PIP_INDEX_URL": true, "UV_CACHE_DIR": true, "https_proxy": true, "NO_PROXY": true,
	} {
		if strings.Contains(got, v+"=there\n") != want {
			t.Errorf("%s: %s", v, got)
		}
	}
}
