//go:build kube

// Package level4 is what the engine does in pods: the image that users have runs in containers, which podbox
// starts where the scheduler has placed them, and programs reach it through an ingress.
package level4

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/operator/internal/kubetest"
	"github.com/mars-project/mars-go/operator/internal/podbox"
)

// Where scripts/kube.sh says what there is.
const (
	imageEnv = "MARS_KUBE_IMAGE" // the name that podman has of the image with Python
)

// tutorialImage is what the tutorial's job calls its image.
const tutorialImage = "localhost/mars-image:latest"

var cluster *kubetest.Cluster

func TestMain(m *testing.M) { os.Exit(kubetest.Main(m, kubetest.Options{Controllers: true}, &cluster)) }

// A world is a node of containers, the way in, and the operator.
type world struct {
	*podbox.Box
	door string // where the ingress controller listens: 127.0.0.1:port
}

// open starts what ends with the test.
func open(t *testing.T) *world {
	t.Helper()
	image := os.Getenv(imageEnv)
	if image == "" {
		t.Fatalf("%s is not set: run scripts/kube.sh 4", imageEnv)
	}
	podman, err := podbox.Find(t.Context(), image)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := podman.Do(t.Context(), "tag", image, tutorialImage); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "podbox")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{Box: &podbox.Box{
		Node: strings.ToLower(t.Name()), Client: cluster.Client, Podman: podman, Dir: dir,
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	}}
	if err := w.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		w.Run(ctx)
		close(done)
	}()
	t.Cleanup(func() {
		end()
		<-done
		if err := w.Remove(context.Background()); err != nil {
			t.Error(err)
		}
	})
	door := httptest.NewServer(&podbox.Ingress{Client: cluster.Client})
	t.Cleanup(door.Close)
	w.door = door.Listener.Addr().String()
	cluster.Install(t, "crd")
	cluster.Install(t, "rbac")
	cluster.Operator(t)
	return w
}

// start starts one of the programs, which reaches hosts of ingresses as if their names led to the door.
func (w *world) start(t *testing.T, name string, args ...string) *kubetest.Script {
	t.Helper()
	return kubetest.StartScript(t, w.door, name, args...)
}
