package podbox

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
)

// A seat is what a pod has on this node.
type seat struct {
	ip      string
	network string
	dir     string // of its volumes
	// names are those of the services that lead to the pod.
	names []string
	// secret is a value of a secret of the pod's namespace.
	secret func(name, key string) (string, error)
}

// containerName is that of the container of a pod, which another one of the pod's name has not.
func containerName(p *corev1.Pod) string {
	return fmt.Sprintf("%s_%s_%.8s", p.Namespace, p.Name, p.UID)
}

// arguments are those of `podman run` for a pod, without the limits of the machine. Errors: it asks for what
// is not played here.
func arguments(p *corev1.Pod, s seat) ([]string, error) {
	if len(p.Spec.Containers) != 1 || len(p.Spec.InitContainers) > 0 {
		return nil, fmt.Errorf("pods of one container are played, not of %d and %d that come before",
			len(p.Spec.Containers), len(p.Spec.InitContainers))
	}
	c := p.Spec.Containers[0]
	a := []string{
		"run", "--detach", "--name", containerName(p), "--network", s.network, "--ip", s.ip,
		"--hostname", p.Name,
	}
	if share := p.Spec.ShareProcessNamespace; share != nil && *share {
		a = append(a, "--init") // its first process is another
	}
	for _, name := range s.names {
		for _, alias := range []string{name, name + "." + p.Namespace, name + "." + p.Namespace + ".svc"} {
			a = append(a, "--network-alias", alias)
		}
	}
	env := map[string]string{}
	for _, e := range c.Env {
		v, err := variable(p, e, s)
		if err != nil {
			return nil, err
		}
		if e.ValueFrom == nil {
			v = expand(v, env)
		}
		env[e.Name] = v
		a = append(a, "--env", e.Name+"="+v)
	}
	for _, m := range c.VolumeMounts {
		v, err := mount(p, m, s)
		if err != nil {
			return nil, err
		}
		a = append(a, "--mount", v)
	}
	a = append(a, rights(p.Spec.SecurityContext, c.SecurityContext)...)
	if q, ok := c.Resources.Limits[corev1.ResourceMemory]; ok {
		a = append(a, "--memory", strconv.FormatInt(q.Value(), 10))
	}
	if q, ok := c.Resources.Limits[corev1.ResourceCPU]; ok {
		a = append(a, "--cpus", strconv.FormatFloat(q.AsApproximateFloat64(), 'f', 3, 64))
	}
	command, args := slices.Clone(c.Command), slices.Clone(c.Args)
	for _, all := range [][]string{command, args} {
		for i := range all {
			all[i] = expand(all[i], env)
		}
	}
	if len(command) > 0 {
		entry, err := json.Marshal(command)
		if err != nil {
			return nil, err
		}
		a = append(a, "--entrypoint", string(entry))
	}
	return append(append(a, c.Image), args...), nil
}

// expand puts variables that are known where a text has $(NAME), and one $ where it has two.
func expand(text string, env map[string]string) string {
	return reference.ReplaceAllStringFunc(text, func(s string) string {
		if s == "$$" {
			return "$"
		}
		if v, ok := env[s[2:len(s)-1]]; ok {
			return v
		}
		return s
	})
}

var reference = regexp.MustCompile(`\$\$|\$\([^()$]*\)`)

// variable is the value of a variable of the environment.
func variable(p *corev1.Pod, e corev1.EnvVar, s seat) (string, error) {
	f := e.ValueFrom
	switch {
	case f == nil:
		return e.Value, nil
	case f.SecretKeyRef != nil:
		return s.secret(f.SecretKeyRef.Name, f.SecretKeyRef.Key)
	case f.FieldRef != nil:
		switch f.FieldRef.FieldPath {
		case "metadata.name":
			return p.Name, nil
		case "metadata.namespace":
			return p.Namespace, nil
		case "status.podIP":
			return s.ip, nil
		}
	}
	return "", fmt.Errorf("variable %s: only values, secrets and some fields are played", e.Name)
}

// mount is the volume of a mount, as podman wants to have it.
func mount(p *corev1.Pod, m corev1.VolumeMount, s seat) (string, error) {
	for _, v := range p.Spec.Volumes {
		if v.Name != m.Name {
			continue
		}
		if v.EmptyDir == nil || m.SubPath != "" {
			break
		}
		if v.EmptyDir.Medium == corev1.StorageMediumMemory {
			size := ""
			if v.EmptyDir.SizeLimit != nil {
				size = fmt.Sprintf(",tmpfs-size=%d", v.EmptyDir.SizeLimit.Value())
			}
			return "type=tmpfs,tmpfs-mode=0777,destination=" + m.MountPath + size, nil
		}
		return "type=bind,source=" + filepath.Join(s.dir, v.Name) + ",destination=" + m.MountPath, nil
	}
	return "", fmt.Errorf("volume %s: only whole ones of type emptyDir are played", m.Name)
}

// rights are as whom a container runs, and what it may write. What it says counts before what its pod does.
func rights(pod *corev1.PodSecurityContext, own *corev1.SecurityContext) (a []string) {
	var user, group *int64
	if pod != nil {
		user, group = pod.RunAsUser, pod.RunAsGroup
	}
	if own != nil {
		if own.RunAsUser != nil {
			user = own.RunAsUser
		}
		if own.RunAsGroup != nil {
			group = own.RunAsGroup
		}
		if own.ReadOnlyRootFilesystem != nil && *own.ReadOnlyRootFilesystem {
			a = append(a, "--read-only", "--read-only-tmpfs=false")
		}
	}
	if user != nil {
		id := strconv.FormatInt(*user, 10)
		if group != nil {
			id += ":" + strconv.FormatInt(*group, 10)
		}
		a = append(a, "--user", id)
	}
	return a
}
