package kubetest

import (
	"os"
	"path/filepath"
	"syscall"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
)

const stopSignal = syscall.SIGTERM

// The account of the operator.
const (
	Namespace = "mars-system"
	Account   = "mars-operator"
)

// audited keeps what the operator asks for.
const audited = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
  - level: Metadata
    users: ["system:serviceaccount:` + Namespace + `:` + Account + `"]
  - level: None
`

// startServer starts etcd and the API server. Their children end with this process, for kubebox sees to it.
func (c *Cluster) startServer() error {
	if err := os.Setenv("KUBEBOX_PARENT", "1"); err != nil {
		return err
	}
	policy := filepath.Join(c.dir, "audit.yaml")
	if err := os.WriteFile(policy, []byte(audited), 0o600); err != nil {
		return err
	}
	env := &envtest.Environment{
		Scheme: c.Scheme, ControlPlaneStartTimeout: startTime,
		ControlPlaneStopTimeout: startTime,
	}
	server := env.ControlPlane.GetAPIServer()
	env.ControlPlane.Etcd = &envtest.Etcd{}
	server.Path, env.ControlPlane.Etcd.Path, env.ControlPlane.KubectlPath = asset("kube-apiserver"),
		asset("etcd"), asset("kubectl")
	log, err := os.Create(filepath.Join(c.dir, "kube-apiserver.log"))
	if err != nil {
		return err
	}
	etcd, err := os.Create(filepath.Join(c.dir, "etcd.log"))
	if err != nil {
		return err
	}
	server.Out, server.Err, env.ControlPlane.Etcd.Out, env.ControlPlane.Etcd.Err = log, log, etcd, etcd
	args := server.Configure().
		Set("audit-policy-file", policy).Set("audit-log-path", c.Audit).
		// Owners may be named only by those who may delete them or change their finalizers.
		Append("enable-admission-plugins", "OwnerReferencesPermissionEnforcement")
	if c.options.Controllers { // they make the account that each pod has
		args.Disable("disable-admission-plugins")
	}
	c.env = env
	if c.options.Kubelet { // its containers are to reach it
		if err := c.certify(); err != nil {
			return err
		}
		args.Set("advertise-address", nodeIP).Set("kubelet-preferred-address-types", "InternalIP")
	}
	if c.Config, err = env.Start(); err != nil {
		return err
	}
	if c.Client, err = client.New(c.Config, client.Options{Scheme: c.Scheme}); err != nil {
		return err
	}
	c.Kubeconfig = filepath.Join(c.dir, "admin.conf")
	return os.WriteFile(c.Kubeconfig, env.KubeConfig, 0o600)
}
