package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// How long until another look: so that what others write is seen, and what somebody has undone is put right;
// and after a failure.
const (
	afterLook    = 10 * time.Minute
	afterFailure = 2 * time.Second
)

// What a Keeper may do beside what the operator may.
//
// +kubebuilder:rbac:groups="",resources=secrets,verbs=create,namespace=mars-system
// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;update,resourceNames=mars-operator-webhook,namespace=mars-system
// +kubebuilder:rbac:groups=admissionregistration.k8s.io,resources=mutatingwebhookconfigurations;validatingwebhookconfigurations,verbs=get;update,resourceNames=mars-operator,roleName=mars-operator-webhooks

// A Keeper keeps the secret of certificates, tells the API server whom to trust, and has the certificate that
// is to be served. It is a runnable of a manager.
type Keeper struct {
	Client    client.Client // reads from the API server
	Namespace string
	Secret    string   // its name
	Hooks     string   // the name of both configurations of webhooks
	Names     []string // of the server, or its addresses
	Now       func() time.Time

	current atomic.Pointer[tls.Certificate]
}

// NeedLeaderElection says that each operator has a Keeper that runs.
func (k *Keeper) NeedLeaderElection() bool { return false }

// Start looks again and again, until ctx ends.
func (k *Keeper) Start(ctx context.Context) error {
	for {
		wait := afterFailure
		again, err := k.Ensure(ctx)
		switch {
		case err == nil:
			wait = min(again.Sub(k.Now()), afterLook)
		case !apierrors.IsConflict(err) && !apierrors.IsAlreadyExists(err): // by these another was first
			slog.Warn("webhook certificates", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(max(wait, time.Second)):
		}
	}
}

// Ensure looks once. When it is back without an error the certificate is one that the API server trusts. The
// time is when the next is due.
func (k *Keeper) Ensure(ctx context.Context) (time.Time, error) {
	s := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: k.Namespace, Name: k.Secret},
		Type:       corev1.SecretTypeOpaque,
	}
	err := k.Client.Get(ctx, client.ObjectKeyFromObject(s), s)
	missing := apierrors.IsNotFound(err)
	if err != nil && !missing {
		return time.Time{}, err
	}
	data, changed, again, err := Next(s.Data, k.Names, k.Now())
	if err != nil {
		return time.Time{}, err
	}
	if s.Data = data; missing {
		err = k.Client.Create(ctx, s)
	} else if changed {
		err = k.Client.Update(ctx, s)
	}
	if err != nil {
		return time.Time{}, err
	}
	if err := k.trust(ctx, data[signersKey]); err != nil {
		return time.Time{}, err
	}
	pair, err := tls.X509KeyPair(data[certKey], data[keyKey])
	if err != nil {
		return time.Time{}, err
	}
	k.current.Store(&pair)
	return again, nil
}

// trust puts into the configurations of webhooks who signs.
func (k *Keeper) trust(ctx context.Context, signers []byte) error {
	name := types.NamespacedName{Name: k.Hooks}
	m, v := &admissionv1.MutatingWebhookConfiguration{}, &admissionv1.ValidatingWebhookConfiguration{}
	if err := k.Client.Get(ctx, name, m); err != nil {
		return err
	}
	if err := k.Client.Get(ctx, name, v); err != nil {
		return err
	}
	var ms, vs []*admissionv1.WebhookClientConfig
	for i := range m.Webhooks {
		ms = append(ms, &m.Webhooks[i].ClientConfig)
	}
	for i := range v.Webhooks {
		vs = append(vs, &v.Webhooks[i].ClientConfig)
	}
	var errs []error
	if set(ms, signers) {
		errs = append(errs, k.Client.Update(ctx, m))
	}
	if set(vs, signers) {
		errs = append(errs, k.Client.Update(ctx, v))
	}
	return errors.Join(errs...)
}

// set says whether it has changed one.
func set(cs []*admissionv1.WebhookClientConfig, signers []byte) (changed bool) {
	for _, c := range cs {
		if !bytes.Equal(c.CABundle, signers) {
			c.CABundle, changed = signers, true
		}
	}
	return changed
}

// Certificate is the one to serve.
func (k *Keeper) Certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	if c := k.current.Load(); c != nil {
		return c, nil
	}
	return nil, errors.New("the certificate of webhooks is not there yet")
}

// Ready fails while there is no certificate.
func (k *Keeper) Ready(*http.Request) error {
	_, err := k.Certificate(nil)
	if err != nil {
		return fmt.Errorf("secret %s/%s: %w", k.Namespace, k.Secret, err)
	}
	return nil
}
