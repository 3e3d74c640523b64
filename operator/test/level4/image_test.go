//go:build kube

package level4

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/podbox"
)

// operatorEnv is the name that podman has of the operator's image.
const operatorEnv = "MARS_KUBE_OPERATOR_IMAGE"

// The operator's image says what it is and what it is made of, and keeps jobs as an unprivileged user who can
// write nowhere.
func TestImageOfTheOperator(t *testing.T) {
	image := os.Getenv(operatorEnv)
	if image == "" {
		t.Fatalf("%s is not set: run scripts/kube.sh 4", operatorEnv)
	}
	podman, err := podbox.Find(t.Context(), os.Getenv(imageEnv))
	if err != nil {
		t.Fatal(err)
	}
	do := func(args ...string) string {
		t.Helper()
		out, err := podman.Do(t.Context(), args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	const format = `{{.Config.User}} {{index .Config.Labels "org.opencontainers.image.title"}} {{index .Config.Labels "org.opencontainers.image.version"}}`
	said := strings.Fields(do("image", "inspect", "--format", format, image))
	if len(said) != 3 || said[0] != "65532:65532" || said[1] != "mars-operator" {
		t.Fatalf("the image says %q", said)
	}
	version := said[2]
	shut := []string{
		"run", "--rm", "--read-only", "--read-only-tmpfs=false", "--cap-drop=all",
		"--security-opt=no-new-privileges",
	}
	shut = append(shut, podman.Limits()...)
	if got := do(append(append(shut[:len(shut):len(shut)], "--network=none"), image,
		"--version")...); got != "mars-operator "+version {
		t.Errorf("--version says %q", got)
	}
	if _, err := podman.Do(t.Context(), append(append(shut[:len(shut):len(shut)], "--network=none"), image,
		"--help")...); err != nil {
		t.Error(err)
	}

	const name = "mars-operator-of-the-test"
	_, _ = podman.Do(t.Context(), "rm", "--force", "--time=1", name) // one that a killed test has left
	health := kubetest.Address(t)
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	run := append(shut[:len(shut):len(shut)], "--detach", "--name="+name, "--network=host",
		"--volume="+cluster.Login(t)+":/conf:ro", "--env=KUBECONFIG=/conf")
	do(append(run, image, "--metrics-bind-address=0", "--health-probe-bind-address="+health)...)
	t.Cleanup(func() {
		if _, err := podman.Do(context.Background(), "rm", "--force", "--time=30", name); err != nil {
			t.Error(err)
		}
	})
	kubetest.Wait(t, "the operator is ready", func() string {
		r, err := http.Get("http://" + health + "/readyz")
		if err != nil {
			return err.Error()
		}
		defer r.Body.Close()
		return strings.TrimPrefix(r.Status, "200 OK")
	})
	j := cluster.NewJob(t, "kept", nil)
	j.State(api.JobCreated)
	j.Pod("scheduler-0", "")

	file := filepath.Join(t.TempDir(), "bill.json")
	do("cp", name+":/usr/share/sbom/mars-operator.spdx.json", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	asked, err := os.ReadFile(kubetest.File("go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	bill, found := billed(t, text), 0
	for name, v := range bill {
		if strings.Contains(string(asked), "\t"+name+" "+v) {
			found++
		}
	}
	if v := bill["github.com/mars-project/mars-go/operator"]; v != version || found < 20 {
		t.Errorf("our own version is %q; %d of %d packages are those of go.mod", v, found, len(bill))
	}
}

// billed are the versions of what a bill lists, by name.
func billed(t *testing.T, text []byte) map[string]string {
	t.Helper()
	var bill struct {
		SPDXVersion string
		Packages    []struct{ Name, VersionInfo string }
	}
	if err := json.Unmarshal(text, &bill); err != nil || bill.SPDXVersion != "SPDX-2.3" {
		t.Fatalf("%s, %v", bill.SPDXVersion, err)
	}
	out := map[string]string{}
	for _, p := range bill.Packages {
		out[p.Name] = p.VersionInfo
	}
	return out
}

// The image with Python says of what Debian, pip and Go have put into it.
func TestBillOfPython(t *testing.T) {
	image := os.Getenv(imageEnv)
	podman, err := podbox.Find(t.Context(), image)
	if err != nil {
		t.Fatal(err)
	}
	args := append([]string{"run", "--rm", "--network=none", "--entrypoint", `["cat"]`}, podman.Limits()...)
	text, err := podman.Do(t.Context(), append(args, image, "/usr/share/sbom/mars-python.spdx.json")...)
	if err != nil {
		t.Fatal(err)
	}
	bill := billed(t, []byte(text))
	pins, err := os.ReadFile(kubetest.File("..", "scripts", "requirements-python.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"numpy", "pandas", "pyarrow"} {
		if !strings.Contains(string(pins), name+"=="+bill[name]+"\n") {
			t.Errorf("%s has version %q", name, bill[name])
		}
	}
	for _, name := range []string{"python3", "libc6", "stdlib", "github.com/mars-project/mars-go"} {
		if bill[name] == "" {
			t.Errorf("%s is not listed", name)
		}
	}
}
