package kubetest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// apartName is that of what a suite with a real node has on this machine: a folder and cgroups.
const apartName = "mars-kubetest"

// apartEnv is the folder that a process has which is apart.
const apartEnv = "MARS_KUBE_APART"

// plugins is where Debian has those of CNI.
const plugins = "/usr/lib/cni"

// apart runs this program again as the first process of namespaces of its own: of processes, mounts and
// networks. They go with it, and all that is in them, however it ends. What lies in files, a folder and
// cgroups, is removed then. It is the exit code.
func apart() int {
	runtime.LockOSThread() // the other process is killed when this thread ends
	code, err := runApart()
	if err != nil {
		fmt.Fprintln(os.Stderr, "kubetest:", err)
		return 1
	}
	return code
}

func runApart() (code int, err error) {
	if err := lacks(); err != nil {
		return 1, err
	}
	dir := filepath.Join(os.TempDir(), apartName)
	if err := os.MkdirAll(dir, 0o755); err != nil { //nolint:gosec // containers are other users'
		return 1, err
	}
	lock, err := os.Open(dir)
	if err != nil {
		return 1, err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return 1, fmt.Errorf("another suite with a real node runs on this machine: %s: %w", dir, err)
	}
	if err := wipe(dir); err != nil { // what a run has left that was killed
		return 1, err
	}
	defer func() { err = errors.Join(err, wipe(dir), os.Remove(dir)) }()
	for _, h := range hierarchies() {
		if err := os.Mkdir(filepath.Join(h, apartName), 0o755); err != nil { //nolint:gosec // as others are
			return 1, err
		}
	}
	temporary := filepath.Join(dir, "tmp")
	if err := os.Mkdir(temporary, 0o1777); err != nil { //nolint:gosec // as /tmp
		return 1, err
	}

	c := exec.Command("/proc/self/exe", os.Args[1:]...)
	c.Args[0] = os.Args[0]
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Env = append(os.Environ(), apartEnv+"="+dir, "TMPDIR="+temporary,
		"PATH="+os.Getenv(assetsEnv)+":"+os.Getenv("PATH")+":/usr/sbin:/sbin")
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWNET,
		Pdeathsig:  syscall.SIGKILL,
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := c.Start(); err != nil {
		return 1, fmt.Errorf("namespaces of processes, mounts and networks: %w", err)
	}
	go func() {
		for range signals {
			_ = c.Process.Kill() // and so all that it has started
		}
	}()
	err = c.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return max(1, exit.ExitCode()), nil
	}
	return 0, err
}

// lacks says what this machine has not that a real node needs.
func lacks() error {
	if os.Getenv(assetsEnv) == "" || os.Getenv(imagesEnv) == "" {
		return errors.New(assetsEnv + " and " + imagesEnv + " are not set: run make kube LEVEL=5, or scripts/kube.sh 5")
	}
	var all []string
	if os.Geteuid() != 0 {
		all = append(all, "to be root, who may make namespaces and mounts")
	}
	for _, name := range []string{"ip", "nft", "runc"} {
		_, err := exec.LookPath(name)
		if _, at := os.Stat("/usr/sbin/" + name); err != nil && at != nil {
			all = append(all, "the program "+name)
		}
	}
	for _, name := range []string{"bridge", "host-local", "loopback", "portmap"} {
		if _, err := os.Stat(filepath.Join(plugins, name)); err != nil {
			all = append(all, "the plugin of CNI "+filepath.Join(plugins, name))
		}
	}
	for _, name := range []string{"kubelet", "kube-proxy", "containerd", "containerd-shim-runc-v2", "ctr", "coredns"} {
		if _, err := os.Stat(asset(name)); err != nil {
			all = append(all, "the program "+asset(name))
		}
	}
	if len(hierarchies()) == 0 {
		all = append(all, "cgroups in "+cgroups)
	}
	if text, err := os.ReadFile("/proc/filesystems"); err == nil && !strings.Contains(string(text), "\toverlay\n") {
		all = append(all, "file systems of type overlay")
	}
	if len(all) > 0 {
		return errors.New("a real node needs what is not here: " + strings.Join(all, "; "))
	}
	return nil
}

// wipe removes our cgroups and what is in dir.
func wipe(dir string) error {
	var errs []error
	for _, h := range hierarchies() {
		errs = append(errs, removeGroups(filepath.Join(h, apartName)))
	}
	all, err := os.ReadDir(dir)
	errs = append(errs, err)
	for _, x := range all {
		errs = append(errs, os.RemoveAll(filepath.Join(dir, x.Name())))
	}
	return errors.Join(errs...)
}
