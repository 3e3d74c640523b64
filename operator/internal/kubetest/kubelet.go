package kubetest

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// certify gives the API server an address that containers reach, and a certificate that has the other ones
// too by which they know it.
func (c *Cluster) certify() error {
	server := c.env.ControlPlane.GetAPIServer()
	port, err := freePort()
	if err != nil {
		return err
	}
	dir := filepath.Join(c.dir, "pki")
	server.CertDir, server.SecureServing.Address, server.SecureServing.Port = dir, nodeIP, strconv.Itoa(port)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	chain, key, err := cert.GenerateSelfSignedCertKey(nodeIP, []net.IP{net.IPv4(127, 0, 0, 1), net.IPv4(10, 0, 0, 1)},
		[]string{"localhost", "kubernetes", "kubernetes.default", "kubernetes.default.svc"})
	if err != nil {
		return err
	}
	tokens, err := keyutil.MakeEllipticPrivateKeyPEM()
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{
		"apiserver.crt": chain, "apiserver.key": key, "sa-signer.crt": tokens, "sa-signer.key": tokens,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	server.SecureServing.CA = chain
	return nil
}

// startKubelet starts a real node: containerd with the images, kubelet, kube-proxy and a server of names.
func (c *Cluster) startKubelet(ctx context.Context) error {
	for name, text := range map[string]string{
		"containerd.toml":     fmt.Sprintf(containers, c.dir),
		"cni/mars.conflist":   network,
		"kubelet.yaml":        fmt.Sprintf(agent, c.dir),
		"Corefile":            fmt.Sprintf(names, c.Kubeconfig),
		registries + hostFile: fmt.Sprintf(host, nodeIP+":"+registryPort),
	} {
		path := filepath.Join(c.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil { //nolint:gosec // nothing secret
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { //nolint:gosec // nothing secret
			return err
		}
	}
	if err := c.child("containerd", "--config", filepath.Join(c.dir, "containerd.toml")); err != nil {
		return err
	}
	if err := c.until("containerd answers", func() error {
		_, err := c.ctr("version")
		return err
	}); err != nil {
		return err
	}
	if err := c.startRegistry(); err != nil {
		return err
	}
	kubeconfig := "--kubeconfig=" + c.Kubeconfig
	for _, x := range [][]string{
		{"coredns", "-conf", filepath.Join(c.dir, "Corefile")},
		{
			"kubelet", kubeconfig, "--config=" + filepath.Join(c.dir, "kubelet.yaml"),
			"--root-dir=" + filepath.Join(c.dir, "kubelet"), "--cert-dir=" + filepath.Join(c.dir, "kubelet-pki"),
			"--hostname-override=" + NodeName(0), "--node-ip=" + nodeIP,
		},
		// It may not change what the kernel tracks of connections.
		{
			"kube-proxy", kubeconfig, "--proxy-mode=nftables", "--hostname-override=" + NodeName(0),
			"--conntrack-max-per-core=0", "--conntrack-tcp-timeout-established=0s",
			"--conntrack-tcp-timeout-close-wait=0s",
		},
	} {
		if err := c.child(x[0], x[1:]...); err != nil {
			return err
		}
	}
	if err := c.until("names are served", func() error {
		_, err := get("http://" + nodeIP + ":8181/ready")
		return err
	}); err != nil {
		return err
	}
	return c.until("the node is ready", func() error {
		var n corev1.Node
		if err := c.Client.Get(ctx, client.ObjectKey{Name: NodeName(0)}, &n); err != nil {
			return err
		}
		for _, x := range n.Status.Conditions {
			if x.Type == corev1.NodeReady && x.Status == corev1.ConditionTrue {
				return nil
			}
		}
		return fmt.Errorf("%+v", n.Status.Conditions)
	})
}

// child starts a program of the node that runs until the end.
func (c *Cluster) child(name string, args ...string) error {
	x, err := launch(c.dir, name, asset(name), nil, args...)
	if err == nil {
		c.children = append(c.children, x)
	}
	return err
}

// until looks until f has no error, which all children must live to see.
func (c *Cluster) until(what string, f func() error) error {
	begin := time.Now()
	for {
		err := f()
		if err == nil {
			return nil
		}
		for _, x := range c.children {
			if x.ended() {
				return fmt.Errorf("%s: %s has ended: %s", what, x.name, x.cmd.ProcessState)
			}
		}
		if time.Since(begin) > startTime {
			return fmt.Errorf("%s: not in %s: %w", what, startTime, err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}
