package yarn

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// maxAnswer is the most bytes of an answer.
const maxAnswer = 16 << 20

// A Client speaks to the resource manager.
type Client struct {
	base string
	user string
	http *http.Client
}

// NewClient makes a client of the resource manager whose web address is at u, "http://host:8088". user is
// whom a cluster without Kerberos takes it for; empty: nobody is named. Invalid: u is no address.
func NewClient(u, user string, h *http.Client) (*Client, error) {
	if !strings.Contains(u, "://") {
		u = "http://" + u
	}
	x, err := url.Parse(u)
	if err != nil || x.Host == "" || x.Scheme != "http" && x.Scheme != "https" {
		return nil, errs.New(errs.Invalid, "%q is no address of a resource manager; write it as http://host:8088", u)
	}
	return &Client{base: strings.TrimRight(x.String(), "/") + "/app/v1/services", user: user, http: h}, nil
}

// Create starts a service. Invalid: YARN refuses it, and says why.
func (c *Client) Create(ctx context.Context, s *Service) error {
	return c.do(ctx, http.MethodPost, "", s, nil)
}

// Get is what becomes of a service. NotFound: there is none.
func (c *Client) Get(ctx context.Context, name string) (*Service, error) {
	s := &Service{}
	if err := c.do(ctx, http.MethodGet, "/"+url.PathEscape(name), nil, s); err != nil {
		return nil, err
	}
	return s, nil
}

// Flex changes how many containers a component has.
func (c *Client) Flex(ctx context.Context, name, component string, n int) error {
	path := "/" + url.PathEscape(name) + "/components/" + url.PathEscape(component)
	return c.do(ctx, http.MethodPut, path, &Component{Name: component, NumberOfContainers: &n}, nil)
}

// Stop ends the containers of a service.
func (c *Client) Stop(ctx context.Context, name string) error {
	return c.do(ctx, http.MethodPut, "/"+url.PathEscape(name), &Service{Name: name, State: "STOPPED"}, nil)
}

// Delete forgets a service, and ends it before.
func (c *Client) Delete(ctx context.Context, name string) error {
	return c.do(ctx, http.MethodDelete, "/"+url.PathEscape(name), nil, nil)
}

func (c *Client) do(ctx context.Context, method, path string, in, out any) error {
	body := []byte(nil)
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return errs.Wrap(errs.Internal, err, "a request as JSON")
		}
	}
	u := c.base + path
	if c.user != "" {
		u += "?user.name=" + url.QueryEscape(c.user)
	}
	q, err := http.NewRequestWithContext(ctx, method, u, bytes.NewReader(body))
	if err != nil {
		return errs.Wrap(errs.Invalid, err, "a request to %s", c.base)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json")
	r, err := c.http.Do(q)
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "the resource manager at %s", c.base)
	}
	defer func() { _ = r.Body.Close() }()
	b, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer))
	if err != nil {
		return errs.Wrap(errs.Unavailable, err, "the resource manager at %s", c.base)
	}
	if r.StatusCode >= 300 {
		return refused(r, b, method, c.base+path)
	}
	if out == nil {
		return nil
	}
	if err := json.Unmarshal(b, out); err != nil {
		return errs.New(errs.Unavailable, "%s is no resource manager with services: it answers %.80q", c.base, b)
	}
	return nil
}

// refused is an answer that is an error, in YARN's words.
func refused(r *http.Response, b []byte, method, u string) error {
	var said struct {
		Diagnostics     string `json:"diagnostics"`
		RemoteException struct {
			Message string `json:"message"`
		} `json:"RemoteException"`
	}
	_ = json.Unmarshal(b, &said) // pages of errors are HTML
	why := said.Diagnostics
	if why == "" {
		why = said.RemoteException.Message
	}
	kind := errs.Unavailable
	switch r.StatusCode {
	case http.StatusNotFound:
		kind = errs.NotFound
		if why == "" {
			why = "there is no API for services: set yarn.webapp.api-service.enable to true where the resource manager runs"
		}
	case http.StatusUnauthorized, http.StatusForbidden:
		kind = errs.Denied
		if why == "" {
			why = "say who you are: --user NAME; a cluster with Kerberos is not supported"
		}
	case http.StatusBadRequest, http.StatusConflict, http.StatusMethodNotAllowed:
		kind = errs.Invalid
	}
	if why == "" {
		why = r.Status
	}
	return errs.New(kind, "%s", fmt.Sprintf("%s %s: %s", method, u, strings.TrimSpace(why)))
}
