package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"connectrpc.com/connect"
	"github.com/spf13/cobra"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/internal/calls"
	"github.com/mars-project/mars-go/internal/loopback"
)

// A server is a web port that is asked.
type server struct {
	url     string
	cluster marsv1connect.ClusterServiceClient
	session marsv1connect.SessionServiceClient
	task    marsv1connect.TaskServiceClient
	event   marsv1connect.EventServiceClient
}

// server is the web port that the settings name.
func (p *program) server() (*server, error) {
	text := p.set.client.server
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err == nil && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		err = errors.New("want http://host:port, or host:port")
	}
	if err != nil {
		var said *url.Error
		if errors.As(err, &said) { // a parser's words begin with the text
			err = said.Err
		}
		return nil, usage("client.server %q: %w", p.set.client.server, err)
	}
	token, err := given("the token", p.set.client.token, p.set.client.tokenFile)
	if err != nil {
		return nil, err
	}
	if token == "" {
		token = loopback.Token(u)
	}
	h := &http.Client{Transport: http.DefaultTransport}
	o := connect.WithInterceptors(calls.Head(token))
	base := strings.TrimRight(u.String(), "/")
	return &server{
		url: base, cluster: marsv1connect.NewClusterServiceClient(h, base, o), session: marsv1connect.NewSessionServiceClient(h, base, o),
		task: marsv1connect.NewTaskServiceClient(h, base, o), event: marsv1connect.NewEventServiceClient(h, base, o),
	}, nil
}

// call asks the server within the time that the settings allow, and makes its error one of ours.
func call[In, Out any](ctx context.Context, p *program, s *server, f func(context.Context, *In) (*Out, error), in *In) (*Out, error) {
	ctx, cancel := context.WithTimeout(ctx, p.set.client.timeout)
	defer cancel()
	out, err := f(ctx, in)
	if err != nil {
		return nil, s.failed(err)
	}
	return out, nil
}

// failed is an answer's error with the kind that the server gave it.
func (s *server) failed(err error) error {
	var c *connect.Error
	if !errors.As(err, &c) {
		return err
	}
	for _, d := range c.Details() {
		if m, err := d.Value(); err == nil {
			if p, ok := m.(*marsv1.Problem); ok {
				return &errs.Error{Kind: errs.Kind(p.Kind), Msg: problemText(p)}
			}
		}
	}
	switch c.Code() {
	case connect.CodeUnavailable:
		return errs.New(errs.Unavailable, "%s does not answer: %s; where is the web port? Use --server or MARS_CLIENT_SERVER", s.url, c.Message())
	case connect.CodeDeadlineExceeded:
		return errs.New(errs.Unavailable, "%s did not answer in time", s.url)
	case connect.CodeCanceled:
		return errs.Wrap(errs.Canceled, err, "ask %s", s.url)
	case connect.CodeUnauthenticated, connect.CodePermissionDenied:
		return errs.New(errs.Denied, "%s wants a token: use --token or MARS_CLIENT_TOKEN (%s)", s.url, c.Message())
	case connect.CodeUnimplemented:
		return errs.New(errs.Unavailable, "%s is no web port of this version of Mars: %s", s.url, c.Message())
	}
	return err
}

// problemText is a Problem as ux wants errors: what, where in the user's code, ids.
func problemText(p *marsv1.Problem) string {
	var b strings.Builder
	b.WriteString(p.Message)
	if p.Site != "" {
		fmt.Fprintf(&b, "\n  at %s", p.Site)
	}
	if p.Where != "" {
		fmt.Fprintf(&b, "\n  %s", p.Where)
	}
	if p.Trace != "" {
		fmt.Fprintf(&b, "\n--- worker traceback ---\n%s", p.Trace)
	}
	return b.String()
}

// asking makes a command that asks a server; f has the answer printed.
func (p *program) asking(c *cobra.Command, f func(ctx context.Context, s *server, args []string) error) *cobra.Command {
	c.RunE = func(c *cobra.Command, args []string) error {
		s, err := p.server()
		if err != nil {
			return err
		}
		return f(c.Context(), s, args)
	}
	fl := c.Flags()
	p.outputFlags(c)
	p.set.flag(fl, "client.server", "server", "")
	p.set.flag(fl, "client.token", "token", "")
	p.set.flag(fl, "client.token_file", "token-file", "")
	p.set.flag(fl, "client.timeout", "timeout", "")
	p.configFlags(c, false)
	return c
}

// group is a noun with its verbs.
func group(name, short string, verbs ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Args: verbArgs, RunE: func(c *cobra.Command, _ []string) error {
		return usage("%s wants a verb: see %s --help", name, c.CommandPath())
	}}
	c.AddCommand(verbs...)
	return c
}

// pick finds the one whose id begins with the prefix; a whole id goes before others that it begins.
func pick[T any](list []T, id func(T) string, what, prefix string) (T, error) {
	var found []T
	for _, x := range list {
		if id(x) == prefix {
			return x, nil
		}
		if strings.HasPrefix(id(x), prefix) {
			found = append(found, x)
		}
	}
	var none T
	switch len(found) {
	case 0:
		return none, errs.New(errs.NotFound, "no %s %s", what, prefix)
	case 1:
		return found[0], nil
	}
	var ids []string
	for _, x := range found {
		ids = append(ids, id(x))
	}
	return none, errs.New(errs.NotFound, "%s is the begin of %d ids of %ss: %s", prefix, len(found), what, strings.Join(ids, ", "))
}

// raw is a message's JSON as the API has it.
func raw(b []byte, err error) (json.RawMessage, error) { return b, err }
