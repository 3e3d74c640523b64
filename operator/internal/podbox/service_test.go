package podbox

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
)

// A pod has the names of the services that lead to it, and a service leads to one that is ready.
func TestServices(t *testing.T) {
	meta := func(ns, name string, labels map[string]string) metav1.ObjectMeta {
		return metav1.ObjectMeta{Namespace: ns, Name: name, Labels: labels}
	}
	mine := map[string]string{"a": "1", "b": "2"}
	ready := func(value corev1.ConditionStatus, ip string) corev1.PodStatus {
		return corev1.PodStatus{PodIP: ip, Conditions: []corev1.PodCondition{{
			Type:   corev1.PodReady,
			Status: value,
		}}}
	}
	s := &corev1.Service{
		ObjectMeta: meta("n", "of-both", nil),
		Spec:       corev1.ServiceSpec{Selector: map[string]string{"a": "1"}},
	}
	p := &corev1.Pod{ObjectMeta: meta("n", "p", mine), Status: ready(corev1.ConditionFalse, "10.0.0.1")}
	c := fake.NewClientBuilder().WithObjects(
		s, p, &corev1.Pod{
			ObjectMeta: meta("n", "q", map[string]string{"a": "1"}),
			Status:     ready(corev1.ConditionTrue, "10.0.0.2"),
		},
		&corev1.Service{ObjectMeta: meta("n", "of-it", nil), Spec: corev1.ServiceSpec{Selector: mine}},
		&corev1.Service{
			ObjectMeta: meta("n", "of-another", nil),
			Spec:       corev1.ServiceSpec{Selector: map[string]string{"a": "2"}},
		},
		&corev1.Service{ObjectMeta: meta("n", "of-none", nil)},
		&corev1.Service{ObjectMeta: meta("m", "elsewhere", nil), Spec: corev1.ServiceSpec{Selector: mine}},
	).Build()
	b := &Box{Client: c}
	got, err := b.names(t.Context(), p)
	if err != nil || len(got) != 2 || got[0] != "of-both" || got[1] != "of-it" {
		t.Errorf("%v, %v", got, err)
	}
	at, err := behind(t.Context(), c, s, corev1.ServicePort{Port: 80, TargetPort: intstr.FromInt32(7104)})
	if err != nil || at != "10.0.0.2:7104" {
		t.Errorf("%s, %v", at, err)
	}
	s.Spec.Selector = mine
	if at, err := behind(t.Context(), c, s, corev1.ServicePort{Port: 80}); err == nil {
		t.Errorf("one that is not ready gets %s", at)
	}
}

// A door leads on, and ends what goes through it when it closes.
func TestDoor(t *testing.T) {
	echo := listen(t)
	go func() {
		for {
			c, err := echo.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(c, c); _ = c.Close() }()
		}
	}()
	d := &door{listen: listen(t), open: map[net.Conn]bool{}}
	done := make(chan struct{})
	var closed atomic.Bool
	go func() {
		d.serve(func() (string, error) {
			if closed.Load() {
				return "", errors.New("nobody is there")
			}
			return echo.Addr().String(), nil
		})
		close(done)
	}()
	c := dial(t, d)
	answer := make([]byte, 5)
	if _, err := c.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(c, answer); err != nil || string(answer) != "hello" {
		t.Fatalf("%q, %v", answer, err)
	}
	closed.Store(true)
	if n, err := dial(t, d).Read(answer); err == nil {
		t.Errorf("%d bytes of nobody", n)
	}
	d.close()
	if _, err := c.Read(answer); err == nil {
		t.Error("it goes on")
	}
	<-done
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func dial(t *testing.T, d *door) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", d.listen.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}
