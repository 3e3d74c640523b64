package kubetest

import (
	"context"
	"fmt"
	"hash/fnv"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// kwokNode is the annotation by which each kwok knows its node.
const kwokNode = "kwok.x-k8s.io/node"

// NodeName is that of a node.
func NodeName(i int) string { return fmt.Sprintf("node-%d", i) }

// StartNode starts a node, or starts it again: a kwok that plays it alone, so that one can be lost.
func (c *Cluster) StartNode(ctx context.Context, name string) error {
	h := fnv.New32a()
	h.Write([]byte(name)) // never fails
	port, err := freePort()
	if err != nil {
		return err
	}
	lease := 40
	if c.options.NodeGrace > 0 {
		lease = max(int(c.options.NodeGrace.Seconds())/2, 1)
	}
	k, err := launch(c.dir, "kwok-"+name, asset("kwok"), nil, "--kubeconfig="+c.Kubeconfig,
		"--config="+asset("stages.yaml"),
		"--manage-all-nodes=false", "--manage-nodes-with-annotation-selector="+kwokNode+"="+name,
		fmt.Sprintf("--cidr=10.%d.0.1/16", 64+h.Sum32()%128), "--node-ip=127.0.0.1",
		fmt.Sprintf("--node-lease-duration-seconds=%d", lease),
		fmt.Sprintf("--server-address=127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	c.children = append(c.children, k)
	c.nodes[name] = k
	room := corev1.ResourceList{
		"cpu": resource.MustParse("1000"), "memory": resource.MustParse("4Ti"),
		"pods": resource.MustParse("2000"), "ephemeral-storage": resource.MustParse("4Ti"),
	}
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Annotations: map[string]string{kwokNode: name},
			Labels: map[string]string{
				corev1.LabelHostname: name, corev1.LabelOSStable: "linux",
				corev1.LabelArchStable: "amd64",
			},
		},
		Status: corev1.NodeStatus{Allocatable: room, Capacity: room},
	}
	return client.IgnoreAlreadyExists(c.Client.Create(ctx, node))
}

// LoseNode has a node fall silent at once. Its pods stay as they were, whatever is asked of them.
func (c *Cluster) LoseNode(name string) {
	_ = c.nodes[name].cmd.Process.Kill()
	<-c.nodes[name].done
}
