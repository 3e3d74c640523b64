package kubetest

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	api "github.com/mars-project/mars-go/operator/api/v1alpha1"
)

// Kubectl is what kubectl prints. The test fails when it does.
func (c *Cluster) Kubectl(t testing.TB, input string, args ...string) string {
	t.Helper()
	out, err := c.TryKubectl(input, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TryKubectl is what kubectl prints, with input as its standard input. The error has what it complains of.
func (c *Cluster) TryKubectl(input string, args ...string) (string, error) {
	out, errs, err := c.kubectl(input, args...)
	if err != nil {
		err = fmt.Errorf("kubectl %s: %w: %s", strings.Join(args, " "), err, errs)
	}
	return out, err
}

// Warned is what kubectl complains of though it has done what it should.
func (c *Cluster) Warned(t testing.TB, input string, args ...string) string {
	t.Helper()
	_, errs, err := c.kubectl(input, args...)
	if err != nil {
		t.Fatalf("kubectl %s: %v: %s", strings.Join(args, " "), err, errs)
	}
	return errs
}

func (c *Cluster) kubectl(input string, args ...string) (out, errs string, err error) {
	cmd := exec.Command(asset("kubectl"), append([]string{"--kubeconfig=" + c.Kubeconfig}, args...)...)
	var o, e bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &o, &e
	err = cmd.Run()
	return o.String(), e.String(), err
}

// NewNamespace makes a namespace of a test. Its jobs are deleted in the end, and the namespace where there
// are controllers that do so.
func (c *Cluster) NewNamespace(t testing.TB) string {
	t.Helper()
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "test-"}}
	if err := c.Client.Create(t.Context(), ns); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx := context.Background() // that of the test has ended
		if err := c.Client.DeleteAllOf(ctx, &api.MarsJob{}, client.InNamespace(ns.Name)); err != nil {
			t.Error(err)
		}
		if err := c.Client.Delete(ctx, ns); err != nil {
			t.Error(err)
		}
	})
	if c.options.Controllers {
		Wait(t, "the account of pods", func() string {
			return said(c.Client.Get(t.Context(), client.ObjectKey{Namespace: ns.Name, Name: "default"},
				&corev1.ServiceAccount{}))
		})
	}
	return ns.Name
}

// Install makes what config/DIR builds, and waits until the API of jobs is served.
func (c *Cluster) Install(t testing.TB, dir string) {
	t.Helper()
	c.Kubectl(t, "", "apply", "--server-side", "--force-conflicts", "-k", File("config", dir))
	c.Kubectl(t, "", "wait", "--for=condition=Established", "--timeout=60s",
		"crd/marsjobs.training.kubedl.io")
}
