package podbox

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// An Ingress answers for all objects of the kind, as an ingress controller does that knows no annotations: by
// host and by path, whose longest prefix wins, and it strips nothing.
type Ingress struct{ Client client.Client }

func (g *Ingress) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	to, err := g.find(r.Context(), r.Host, r.URL.Path)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	if to == "" {
		http.NotFound(w, r)
		return
	}
	p := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(q *httputil.ProxyRequest) {
		q.SetURL(&url.URL{Scheme: "http", Host: to})
		q.SetXForwarded()
		q.Out.Host = q.In.Host
	}}
	p.ServeHTTP(w, r)
}

// find is the address of a pod that a request goes to; empty: no rule is for it.
func (g *Ingress) find(ctx context.Context, host, path string) (string, error) {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	var all networkingv1.IngressList
	if err := g.Client.List(ctx, &all); err != nil {
		return "", err
	}
	var best networkingv1.HTTPIngressPath
	namespace := ""
	for _, i := range all.Items {
		for _, rule := range i.Spec.Rules {
			if rule.HTTP == nil || (rule.Host != "" && rule.Host != host) {
				continue
			}
			for _, p := range rule.HTTP.Paths {
				if matches(p, path) && (namespace == "" || len(p.Path) > len(best.Path)) {
					best, namespace = p, i.Namespace
				}
			}
		}
	}
	if namespace == "" {
		return "", nil
	}
	return g.pod(ctx, namespace, best.Backend.Service)
}

// matches says whether a path is one of a rule: prefixes are of whole elements.
func matches(p networkingv1.HTTPIngressPath, path string) bool {
	if p.PathType != nil && *p.PathType == networkingv1.PathTypeExact {
		return path == p.Path
	}
	prefix := strings.TrimSuffix(p.Path, "/")
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// pod is the address of a pod of a service that is ready.
func (g *Ingress) pod(ctx context.Context, namespace string,
	b *networkingv1.IngressServiceBackend,
) (string, error) {
	var s corev1.Service
	if err := g.Client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: b.Name}, &s); err != nil {
		return "", err
	}
	for _, x := range s.Spec.Ports {
		if x.Port == b.Port.Number || (b.Port.Name != "" && x.Name == b.Port.Name) {
			return behind(ctx, g.Client, &s, x)
		}
	}
	return "", fmt.Errorf("service %s has no port %v", b.Name, b.Port)
}
