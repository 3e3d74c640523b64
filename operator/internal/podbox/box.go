package podbox

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A Box is a node and its pods.
type Box struct {
	Node   string
	Client client.Client // of one who may do all, without a cache
	Podman *Podman
	Dir    string // of volumes
	Log    *slog.Logger

	network string
	subnet  string // its first three numbers
	mu      sync.Mutex
	seats   int // that were given
	pods    map[types.UID]*pod
	doors   map[int32]*door // by port of the node
	wg      sync.WaitGroup
}

// How often it looks which pods there are, and how often it says that it lives.
const (
	look = 200 * time.Millisecond
	beat = 5 * time.Second
)

// Open makes the network and the node, which has as much room as pods of a test may ask for.
func (b *Box) Open(ctx context.Context) error {
	b.pods, b.doors = map[types.UID]*pod{}, map[int32]*door{}
	b.network, b.Podman.dir = "podbox-"+b.Node, b.Dir
	if err := b.net(ctx); err != nil {
		return err
	}
	n := &corev1.Node{ObjectMeta: metav1.ObjectMeta{
		Name:   b.Node,
		Labels: map[string]string{"kubernetes.io/hostname": b.Node},
	}}
	if err := b.Client.Create(ctx, n); err != nil {
		return err
	}
	old := n.DeepCopy()
	n.Status.Capacity = corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("64"), corev1.ResourceMemory: resource.MustParse("128Gi"),
		corev1.ResourcePods:             resource.MustParse("64"),
		corev1.ResourceEphemeralStorage: resource.MustParse("200Gi"),
	}
	n.Status.Allocatable = n.Status.Capacity
	n.Status.Conditions = []corev1.NodeCondition{{
		Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "Podbox",
		LastHeartbeatTime: metav1.Now(), LastTransitionTime: metav1.Now(),
	}}
	if err := b.Client.Status().Patch(ctx, n, client.MergeFrom(old)); err != nil { // others look at it already
		return err
	}
	return b.live(ctx)
}

// net makes a network that no other one of this machine overlaps.
func (b *Box) net(ctx context.Context) (err error) {
	_, _ = b.Podman.Do(ctx, "network", "rm", "--force", b.network) // one that a killed test has left
	for i := range 32 {
		b.subnet = fmt.Sprintf("10.210.%d", i)
		if _, err = b.Podman.Do(ctx, "network", "create", "--subnet", b.subnet+".0/24",
			b.network); err == nil {
			return nil
		}
	}
	return err
}

// live renews the lease of the node, by which others see that it is there.
func (b *Box) live(ctx context.Context) error {
	now := metav1.NowMicro()
	l := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{
		Name:      b.Node,
		Namespace: corev1.NamespaceNodeLease,
	}}
	err := b.Client.Get(ctx, client.ObjectKeyFromObject(l), l)
	if client.IgnoreNotFound(err) != nil {
		return err
	}
	seconds := int32(40)
	l.Spec.HolderIdentity, l.Spec.LeaseDurationSeconds, l.Spec.RenewTime = &b.Node, &seconds, &now
	if err != nil {
		return b.Client.Create(ctx, l)
	}
	return b.Client.Update(ctx, l)
}

// Run plays the node until ctx ends, and then removes what it has made on this machine.
func (b *Box) Run(ctx context.Context) {
	looks, beats := time.NewTicker(look), time.NewTicker(beat)
	defer looks.Stop()
	defer beats.Stop()
	for {
		select {
		case <-ctx.Done():
			b.close()
			return
		case <-beats.C:
			if err := b.live(ctx); err != nil {
				b.Log.Warn("the lease of the node is not renewed", "err", err)
			}
		case <-looks.C:
			if err := b.look(ctx); err != nil && ctx.Err() == nil {
				b.Log.Warn("pods are not known", "err", err)
			}
		}
	}
}

// look finds pods that are new, and those that are to go.
func (b *Box) look(ctx context.Context) error {
	var all corev1.PodList
	if err := b.Client.List(ctx, &all, client.MatchingFields{"spec.nodeName": b.Node}); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	there := map[types.UID]bool{}
	for i := range all.Items {
		p := &all.Items[i]
		there[p.UID] = true
		x := b.pods[p.UID]
		if x == nil {
			b.seats++
			x = &pod{
				b: b, pod: p, ip: fmt.Sprintf("%s.%d", b.subnet, 9+b.seats),
				gone: make(chan time.Duration, 1),
			}
			b.pods[p.UID] = x
			b.wg.Go(func() { x.keep(ctx) })
		}
		if p.DeletionTimestamp != nil {
			x.leave(time.Duration(*p.DeletionGracePeriodSeconds) * time.Second)
		}
	}
	for uid, x := range b.pods {
		if !there[uid] {
			x.leave(0) // it was deleted by force
			delete(b.pods, uid)
		}
	}
	return b.lookAtDoors(ctx)
}

// close ends all containers, and removes the network and the volumes.
func (b *Box) close() {
	b.mu.Lock()
	for _, d := range b.doors {
		d.close()
	}
	b.mu.Unlock()
	b.wg.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := b.Podman.Do(ctx, "network", "rm", "--force", "--time", "1", b.network); err != nil {
		b.Log.Warn("the network stays", "err", err)
	}
	if err := os.RemoveAll(b.Dir); err != nil {
		b.Log.Warn("volumes stay", "err", err)
	}
}

// Remove removes the node. What is bound to it is lost, as on one that burns.
func (b *Box) Remove(ctx context.Context) error {
	return b.Client.Delete(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: b.Node}})
}
