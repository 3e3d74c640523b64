package kubetest

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// An Operator is the real program, with the account that config/rbac gives rights to.
type Operator struct {
	*child
	Metrics string // the address of /metrics
	health  string
	args    []string
	env     []string
	c       *Cluster
}

// Operator starts one that ends with the test. It is ready.
func (c *Cluster) Operator(t testing.TB, args ...string) *Operator {
	t.Helper()
	o := &Operator{
		c: c, Metrics: address(t), health: address(t),
		env: []string{"KUBECONFIG=" + c.Login(t), "POD_NAMESPACE=" + Namespace},
	}
	o.args = append([]string{
		"--metrics-bind-address=" + o.Metrics,
		"--health-probe-bind-address=" + o.health,
	}, args...)
	o.Restart(t)
	t.Cleanup(func() {
		if !o.ended() {
			o.end(stopSignal)
		}
		if t.Failed() {
			t.Logf("== operator\n%s", tail(o.log))
		}
	})
	return o
}

// Restart starts it again after Kill.
func (o *Operator) Restart(t testing.TB) {
	t.Helper()
	x, err := launch(o.c.dir, "operator-"+strings.ReplaceAll(t.Name(), "/", "-"), os.Getenv(operatorEnv),
		o.env, o.args...)
	if err != nil {
		t.Fatal(err)
	}
	o.child = x
	Wait(t, "the operator is ready", func() string {
		if o.ended() {
			t.Fatalf("the operator has ended: %s\n%s", o.cmd.ProcessState, tail(o.log))
		}
		_, err := get("http://" + o.health + "/readyz")
		return said(err)
	})
}

// SetEnv sets a variable of the process that Restart starts: NAME=VALUE.
func (o *Operator) SetEnv(e string) { o.env = append(o.env, e) }

// Kill ends it without a word.
func (o *Operator) Kill() { o.end(syscall.SIGKILL) }

// Stop ends it as a cluster does, and says how it ended.
func (o *Operator) Stop() *os.ProcessState {
	o.end(stopSignal)
	return o.cmd.ProcessState
}

// PID is that of the process.
func (o *Operator) PID() int { return o.cmd.Process.Pid }

// Measured is the text of /metrics.
func (o *Operator) Measured(t testing.TB) string {
	t.Helper()
	text, err := get("http://" + o.Metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Login is the path of a kubeconfig of the operator's account. Everybody on this machine may read it.
func (c *Cluster) Login(t testing.TB) string {
	t.Helper()
	conf := filepath.Join(t.TempDir(), "operator.conf")
	if err := os.WriteFile(conf, c.account(t), 0o644); err != nil { //nolint:gosec // containers are another user's
		t.Fatal(err)
	}
	return conf
}

// Address is one of this machine at which nobody listens.
func Address(t testing.TB) string { return address(t) }

// account is a kubeconfig with a token of the operator's account.
func (c *Cluster) account(t testing.TB) []byte {
	t.Helper()
	seconds := int64(24 * time.Hour / time.Second)
	q := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: &seconds}}
	sa := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: Namespace, Name: Account}}
	if err := c.Client.SubResource("token").Create(t.Context(), sa, q); err != nil {
		t.Fatal(err)
	}
	text, err := clientcmd.Write(kubeconfig(c.Config, q.Status.Token))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func kubeconfig(c *rest.Config, token string) clientcmdapi.Config {
	const it = "test"
	out := clientcmdapi.NewConfig()
	out.Clusters[it] = &clientcmdapi.Cluster{Server: c.Host, CertificateAuthorityData: c.CAData}
	out.AuthInfos[it] = &clientcmdapi.AuthInfo{Token: token}
	out.Contexts[it] = &clientcmdapi.Context{Cluster: it, AuthInfo: it}
	out.CurrentContext = it
	return *out
}

func address(t testing.TB) string {
	t.Helper()
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("127.0.0.1:%d", port)
}

func get(url string) (string, error) {
	r, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err == nil && r.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", url, r.Status, b)
	}
	return string(b), err
}
