package podbox

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// A pod is one that the node has.
type pod struct {
	b    *Box
	pod  *corev1.Pod // as it was when it came
	ip   string
	once sync.Once
	gone chan time.Duration // gets the grace with which it is to go

	state state
	told  corev1.PodStatus
	wait  time.Duration // before the next start
	kills int           // of the kernel's, that are known
}

// leave says that the pod is to go.
func (x *pod) leave(grace time.Duration) { x.once.Do(func() { x.gone <- grace }) }

// keep is the life of a pod, until it has gone or ctx ends.
func (x *pod) keep(ctx context.Context) {
	begin := context.WithoutCancel(ctx) // what has begun is ended, also when the test is over
	if err := x.start(begin); err != nil {
		x.state.waits, x.state.words = "CreateContainerError", err.Error()
		if !x.b.Podman.has(begin, x.pod.Spec.Containers[0].Image) {
			x.state.waits = "ErrImagePull"
			if x.pod.Spec.Containers[0].ImagePullPolicy == corev1.PullNever {
				x.state.waits = "ErrImageNeverPull"
			}
		}
	}
	ends := x.ends(begin)
	c := &x.pod.Spec.Containers[0]
	readiness := proberOf(c.ReadinessProbe, c, x.ip, x.state.begun)
	liveness := proberOf(c.LivenessProbe, c, x.ip, x.state.begun)
	x.state.ready = x.state.id != "" && readiness == nil
	var later <-chan time.Time // when it begins again
	every := time.NewTicker(look)
	defer every.Stop()
	for {
		if later == nil || x.state.waits != "" { // nobody sees one that begins again at once
			x.tell(ctx)
		}
		select {
		case <-ctx.Done():
			x.end(begin, 0)
			return
		case grace := <-x.gone:
			x.end(begin, grace)
			x.forget(begin)
			return
		case code := <-ends:
			ends = nil
			if wait, again := x.over(begin, code); again {
				later = time.After(wait)
			}
		case <-later:
			later = nil
			if x.again(begin) {
				ends = x.ends(begin)
				readiness = proberOf(c.ReadinessProbe, c, x.ip, x.state.begun)
				liveness = proberOf(c.LivenessProbe, c, x.ip, x.state.begun)
				x.state.ready = readiness == nil
			}
		case now := <-every.C:
			if x.state.id == "" || x.state.ended || later != nil {
				continue
			}
			if readiness != nil {
				if good, known := readiness.ask(ctx, now); known {
					x.state.ready = good
				}
			}
			if liveness != nil {
				if good, known := liveness.ask(ctx, now); known && !good {
					_, _ = x.b.Podman.Do(begin, "kill", containerName(x.pod)) // its end is seen as any other one
				}
			}
		}
	}
}

// start makes the volumes and the container.
func (x *pod) start(ctx context.Context) error {
	dir := filepath.Join(x.b.Dir, string(x.pod.UID))
	for _, v := range x.pod.Spec.Volumes {
		at := filepath.Join(dir, v.Name)
		if err := os.MkdirAll(at, 0o777); err != nil {
			return err
		}
		if err := os.Chmod(at, 0o777); err != nil { //nolint:gosec // as fsGroup does it, whatever user the container has
			return err
		}
	}
	names, err := x.b.names(ctx, x.pod)
	if err != nil {
		return err
	}
	secret := func(name, key string) (string, error) { return x.b.secret(ctx, x.pod.Namespace, name, key) }
	args, err := arguments(x.pod, seat{
		ip: x.ip, network: x.b.network, dir: dir, names: names,
		secret: secret,
	})
	if err != nil {
		return err
	}
	id, err := x.b.Podman.Do(ctx, append([]string{args[0], "--pull", "never"},
		append(append([]string(nil), x.b.Podman.limits...), args[1:]...)...)...)
	if err != nil {
		return err
	}
	x.state = state{id: id, begun: time.Now()}
	return nil
}

func (b *Box) secret(ctx context.Context, namespace, name, key string) (string, error) {
	var s corev1.Secret
	if err := b.Client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, &s); err != nil {
		return "", err
	}
	v, ok := s.Data[key]
	if !ok {
		return "", fmt.Errorf("secret %s has no %s", name, key)
	}
	return string(v), nil
}

// ends gets the exit code of the container that runs.
func (x *pod) ends(ctx context.Context) <-chan int32 {
	if x.state.id == "" {
		return nil
	}
	c := make(chan int32, 1)
	go func() {
		said, err := x.b.Podman.Do(ctx, "wait", containerName(x.pod))
		code, wrong := strconv.Atoi(said)
		if err == nil && wrong == nil && code >= 0 && code <= math.MaxUint8 {
			c <- int32(code)
		} // else it was removed: nobody asks any more
	}()
	return c
}

// Waits of one that crashes, as a kubelet has them: the first time there is none.
const (
	firstWait   = 10 * time.Second
	longestWait = 5 * time.Minute
	steady      = 2 * longestWait // who runs so long has not crashed
)

// over is the end of the container, and says after which time it begins again, if its pod wants it to.
func (x *pod) over(ctx context.Context, code int32) (wait time.Duration, again bool) {
	policy := x.pod.Spec.RestartPolicy
	again = policy == corev1.RestartPolicyAlways || (policy == corev1.RestartPolicyOnFailure && code != 0)
	s := &x.state
	kills, err := outOfMemory(s.id)
	if err != nil {
		x.b.Log.Warn("why a container has ended is not known", "pod", x.pod.Name, "err", err)
	}
	s.ready, s.code, s.words, s.killed, x.kills = false, code, "", kills > x.kills && code != 0, kills
	if code != 0 && x.pod.Spec.Containers[0].TerminationMessagePolicy == corev1.TerminationMessageFallbackToLogsOnError {
		s.words = x.b.logs(ctx, x.pod)
	}
	if !again {
		s.ended = true
		return 0, false
	}
	if time.Since(s.begun) >= steady {
		x.wait = 0
	}
	wait, x.wait = x.wait, min(max(firstWait, 2*x.wait), longestWait)
	s.last = s.over()
	if wait > 0 {
		s.waits, s.words = "CrashLoopBackOff", "back-off "+wait.String()
	}
	return wait, true
}

// again starts the container again.
func (x *pod) again(ctx context.Context) bool {
	if _, err := x.b.Podman.Do(ctx, "start", containerName(x.pod)); err != nil {
		x.state.waits, x.state.words = "RunContainerError", err.Error()
		return false
	}
	x.state.restarts, x.state.begun, x.state.waits, x.state.words = x.state.restarts+1, time.Now(), "", ""
	return true
}

// lastWords is how many bytes of a log a kubelet gives of a container that has failed.
const lastWords = 2048

func (b *Box) logs(ctx context.Context, p *corev1.Pod) string {
	said, err := b.Podman.both(ctx, "logs", "--tail", "80", containerName(p))
	if err != nil {
		return err.Error()
	}
	return said[max(0, len(said)-lastWords):]
}

// end ends the container.
func (x *pod) end(ctx context.Context, grace time.Duration) {
	name := containerName(x.pod)
	if x.state.id != "" && !x.state.ended && grace > 0 {
		begin := time.Now()
		_, _ = x.b.Podman.Do(ctx, "stop", "--time", strconv.Itoa(int(grace.Seconds())), name)
		x.b.Log.Info("stopped", "pod", x.pod.Name, "after", time.Since(begin).Round(10*time.Millisecond),
			"log", x.b.logs(ctx, x.pod))
	}
	_, _ = x.b.Podman.Do(ctx, "rm", "--force", "--time", "0", name)
}

// forget tells that nothing of the pod is left.
func (x *pod) forget(ctx context.Context) {
	_ = x.b.Client.Delete(ctx, x.pod, client.GracePeriodSeconds(0), client.Preconditions{UID: &x.pod.UID}) // it may be gone
}

// tell writes the status of the pod where it has changed.
func (x *pod) tell(ctx context.Context) {
	want := status(x.pod, x.ip, x.state)
	if equality.Semantic.DeepEqual(want, x.told) {
		return
	}
	var now corev1.Pod
	if err := x.b.Client.Get(ctx, client.ObjectKeyFromObject(x.pod), &now); err != nil ||
		now.UID != x.pod.UID {
		return // it has gone, or the next look finds it
	}
	old := now.DeepCopy()
	now.Status = status(&now, x.ip, x.state)
	if err := x.b.Client.Status().Patch(ctx, &now, client.MergeFrom(old)); err == nil {
		x.pod.Status.Conditions, x.told = now.Status.Conditions, want
		x.told = status(x.pod, x.ip, x.state)
	}
}

// Kill sends a signal to the container of a pod, as the kernel or an operator of the machine may.
func (b *Box) Kill(ctx context.Context, p *corev1.Pod, signal string) error {
	_, err := b.Podman.Do(ctx, "kill", "--signal", signal, containerName(p))
	return err
}

// Exec runs a program in the container of a pod, and gives what it prints.
func (b *Box) Exec(ctx context.Context, p *corev1.Pod, args ...string) (string, error) {
	return b.Podman.Do(ctx, append([]string{"exec", containerName(p)}, args...)...)
}

// Logs are the last words of a pod.
func (b *Box) Logs(ctx context.Context, p *corev1.Pod) string { return b.logs(ctx, p) }
