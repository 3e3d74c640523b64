package podbox

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// asking has a connection for each question, as a kubelet has: pods have addresses that others had before.
var asking = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

// A prober asks a container how it is, as often as its probe says.
type prober struct {
	probe  *corev1.Probe
	c      *corev1.Container
	ip     string
	next   time.Time
	failed int32
}

func proberOf(probe *corev1.Probe, c *corev1.Container, ip string, begun time.Time) *prober {
	if probe == nil {
		return nil
	}
	return &prober{
		probe: probe, c: c, ip: ip,
		next: begun.Add(time.Duration(probe.InitialDelaySeconds) * time.Second),
	}
}

// ask asks if it is time to, and says whether it has got an answer, and which one. One failure is none:
// probes say how many are.
func (p *prober) ask(ctx context.Context, now time.Time) (good, known bool) {
	if now.Before(p.next) {
		return false, false
	}
	p.next = now.Add(time.Duration(max(1, p.probe.PeriodSeconds)) * time.Second)
	if p.once(ctx) == nil {
		p.failed = 0
		return true, true
	}
	p.failed++
	return false, p.failed >= max(1, p.probe.FailureThreshold)
}

func (p *prober) once(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(max(1, p.probe.TimeoutSeconds))*time.Second)
	defer cancel()
	switch {
	case p.probe.HTTPGet != nil:
		url := "http://" + p.address(p.probe.HTTPGet.Port) + p.probe.HTTPGet.Path
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		res, err := asking.Do(r)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		if res.StatusCode >= 400 {
			return fmt.Errorf("%s: %s", url, res.Status)
		}
		return nil
	case p.probe.TCPSocket != nil:
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", p.address(p.probe.TCPSocket.Port))
		if err != nil {
			return err
		}
		return conn.Close()
	}
	return fmt.Errorf("only probes by HTTP and TCP are played")
}

// address is where a port is, which may be one of the container's by name.
func (p *prober) address(port intstr.IntOrString) string {
	n := port.IntVal
	for _, x := range p.c.Ports {
		if port.Type == intstr.String && x.Name == port.StrVal {
			n = x.ContainerPort
		}
	}
	return net.JoinHostPort(p.ip, strconv.Itoa(int(n)))
}
