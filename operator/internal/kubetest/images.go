package kubetest

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// imagesEnv is the folder of the images that a real node gets, as scripts/kube.sh makes them.
const imagesEnv = "MARS_KUBE_IMAGES"

// Images of a real node.
const (
	library = "docker.io/library/" // where names without a host are
	pause   = library + "pause:1"
	// Image is what the tutorial's job calls the image with Python.
	Image = "mars-image"
)

// The registry that the node asks for images of the library.
const (
	registries   = "registries/"
	hostFile     = "docker.io/hosts.toml"
	registryPort = "5000"
	host         = "server = \"http://%[1]s\"\n[host.\"http://%[1]s\"]\n  capabilities = [\"pull\", \"resolve\"]\n"
)

// ctr is what the client of containerd prints.
func (c *Cluster) ctr(args ...string) (string, error) {
	cmd := exec.Command(asset("ctr"), append([]string{"--address", socket, "--namespace", "k8s.io"}, args...)...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("ctr %s: %w: %s", strings.Join(args, " "), err, errs.String())
	}
	return string(out), err
}

// startRegistry brings the images to the node, and serves them too: a pod whose image is always to be pulled
// is told which one it is by a registry.
func (c *Cluster) startRegistry() error {
	files, err := filepath.Glob(filepath.Join(os.Getenv(imagesEnv), "*.tar"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if _, err := c.ctr("images", "import", f); err != nil {
			return err
		}
	}
	list, err := c.ctr("images", "list")
	if err != nil {
		return err
	}
	r := &registry{
		blobs:  filepath.Join(c.dir, "containerd", "io.containerd.content.v1.content", "blobs"),
		images: map[string]string{},
	}
	for line := range strings.Lines(list) {
		words := strings.Fields(line) // name, type, digest
		if len(words) < 3 || !strings.HasPrefix(words[0], library) {
			continue
		}
		name := strings.TrimPrefix(words[0], library)
		r.images[name] = words[2]
		if strings.HasPrefix(name, "mars-python:") {
			r.images[Image+":latest"] = words[2]
			if _, err := c.ctr("images", "tag", words[0], library+Image+":latest"); err != nil {
				return err
			}
		}
	}
	if len(r.images) < len(files)+1 {
		return fmt.Errorf("images of %v: %s", files, list)
	}
	l, err := net.Listen("tcp", net.JoinHostPort(nodeIP, registryPort))
	if err != nil {
		return err
	}
	s := &http.Server{Handler: r, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.Serve(l) }() // until the process ends
	return nil
}

// A registry serves images that containerd has, in the form of the OCI distribution specification.
type registry struct {
	blobs  string            // the folder of what there is by digest
	images map[string]string // digests of manifests by name:tag
}

func (r *registry) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	path, ok := strings.CutPrefix(q.URL.Path, "/v2/library/")
	if q.URL.Path == "/v2/" {
		return
	}
	for _, kind := range []string{"/manifests/", "/blobs/"} {
		name, what, is := strings.Cut(path, kind)
		if !ok || !is {
			continue
		}
		if digest, tagged := r.images[name+":"+what]; tagged {
			what = digest
		}
		algorithm, hex, _ := strings.Cut(what, ":")
		file := filepath.Join(r.blobs, algorithm, filepath.Base(hex))
		if kind == "/manifests/" {
			var m struct{ MediaType string }
			text, err := os.ReadFile(file)
			if err != nil || json.Unmarshal(text, &m) != nil {
				break
			}
			w.Header().Set("Content-Type", m.MediaType)
		}
		w.Header().Set("Docker-Content-Digest", what)
		http.ServeFile(w, q, file)
		return
	}
	http.NotFound(w, q)
}

// Kill sends a signal to the process of a container of a pod, as the kernel or somebody on the node may.
func (c *Cluster) Kill(t testing.TB, p *corev1.Pod, container, signal string) {
	t.Helper()
	var now corev1.Pod
	if err := c.Client.Get(context.Background(), client.ObjectKeyFromObject(p), &now); err != nil {
		t.Fatal(err)
	}
	for _, s := range now.Status.ContainerStatuses {
		if id, ok := strings.CutPrefix(s.ContainerID, "containerd://"); ok && s.Name == container {
			if _, err := c.ctr("tasks", "kill", "--signal", signal, id); err != nil {
				t.Fatal(err)
			}
			return
		}
	}
	t.Fatalf("pod %s has no container %s: %+v", p.Name, container, now.Status.ContainerStatuses)
}
