package kubetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// The network of the node, which nobody outside its namespace sees.
const (
	nodeIP   = "10.244.0.1"
	podRange = "10.244.0.0/24"
	ranged   = "10.0.0.0/24" // of services, as envtest has it
	bridge   = "cni0"
)

// settle makes this process, which is apart, one in which a node can be: processes and files of its own where
// parts of the node have fixed places, and a network.
func settle(dir string) error {
	mount := func(source, target, kind string, flags uintptr, data string) error {
		if err := syscall.Mount(source, target, kind, flags, data); err != nil {
			return fmt.Errorf("mount %s at %s: %w", kind, target, err)
		}
		return nil
	}
	// What is mounted from here on does not come to others; that of containers is to come to the kubelet.
	if err := mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := mount("", "/", "", syscall.MS_REC|syscall.MS_SHARED, ""); err != nil {
		return err
	}
	if err := mount("proc", "/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, ""); err != nil {
		return err
	}
	if err := mount("tmpfs", "/run", "tmpfs", 0, "mode=0755"); err != nil {
		return err
	}
	for _, at := range []string{"/etc", "/var/lib", "/var/log"} { // they seem to be written to
		files := filepath.Join(dir, "files", at)
		for _, sub := range []string{"upper", "work"} {
			if err := os.MkdirAll(filepath.Join(files, sub), 0o755); err != nil { //nolint:gosec // as the real ones
				return err
			}
		}
		if err := mount("overlay", at, "overlay", 0,
			fmt.Sprintf("lowerdir=%s,upperdir=%s/upper,workdir=%s/work", at, files, files)); err != nil {
			return err
		}
	}
	const names = "/etc/resolv.conf" // which may be a link to what is hidden now
	if err := os.Remove(names); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := os.WriteFile(names, []byte("nameserver "+nodeIP+"\n"), 0o644); err != nil { //nolint:gosec // for everybody
		return err
	}
	for _, line := range []string{
		"link set lo up", "link add " + bridge + " type bridge", "addr add " + nodeIP + "/24 dev " + bridge,
		"link set " + bridge + " up", "route add " + ranged + " dev " + bridge,
	} {
		if out, err := exec.Command("ip", strings.Fields(line)...).CombinedOutput(); err != nil {
			return fmt.Errorf("ip %s: %w: %s", line, err, out)
		}
	}
	return os.WriteFile("/proc/sys/net/ipv4/ip_forward", []byte("1"), 0o600)
}
