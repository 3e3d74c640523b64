package kubetest

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// startControllers starts the kube-controller-manager and the kube-scheduler.
func (c *Cluster) startControllers() error {
	grace := c.options.NodeGrace
	if grace == 0 {
		grace = 40 * time.Second
	}
	var more []string
	if c.options.Kubelet { // its containers are told whom to trust
		file := filepath.Join(c.dir, "signer.crt")
		if err := os.WriteFile(file, c.Config.CAData, 0o600); err != nil {
			return err
		}
		more = []string{"--root-ca-file=" + file}
	}
	for name, own := range map[string][]string{
		"kube-controller-manager": append(more,
			"--service-account-private-key-file="+
				filepath.Join(c.env.ControlPlane.APIServer.CertDir, "sa-signer.key"),
			"--node-monitor-grace-period="+grace.String(), "--node-monitor-period=1s", "--kube-api-qps=500",
			"--kube-api-burst=1000"),
		"kube-scheduler": {"--kube-api-qps=500", "--kube-api-burst=1000"},
	} {
		port, err := freePort()
		if err != nil {
			return err
		}
		args := append([]string{
			"--kubeconfig=" + c.Kubeconfig, "--authentication-kubeconfig=" + c.Kubeconfig,
			"--authorization-kubeconfig=" + c.Kubeconfig,
			"--authentication-skip-lookup", "--leader-elect=false",
			"--bind-address=127.0.0.1", "--secure-port=" + strconv.Itoa(port),
			"--cert-dir=" + filepath.Join(c.dir, name),
		}, own...)
		x, err := launch(c.dir, name, asset(name), nil, args...)
		if err != nil {
			return err
		}
		c.children = append(c.children, x)
	}
	return nil
}

// freePort is one that nobody listens on now.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
