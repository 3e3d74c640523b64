package autoscale

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// How long an answer may take, and how large it may be.
const (
	patience = 3 * time.Second
	largest  = 4 << 20
)

// Ask asks the engine at a base URL, such as http://10.0.0.7:7104, whose workers are to be idle for so many
// seconds before they may leave. token is that of its web port; empty: it wants none.
func Ask(ctx context.Context, base, token string, idle int32) (a Advice, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	u := strings.TrimSuffix(base, "/") + "/api/v1/autoscale?" +
		url.Values{"idle": {strconv.Itoa(int(idle))}}.Encode()
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return a, err
	}
	if token != "" {
		q.Header.Set("Authorization", "Bearer "+token)
	}
	r, err := direct.Do(q)
	if err != nil {
		return a, err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(io.LimitReader(r.Body, largest))
	if err != nil {
		return a, err
	}
	if r.StatusCode != http.StatusOK {
		return a, fmt.Errorf("%s: %s: %.200s", u, r.Status, body)
	}
	if err := json.Unmarshal(body, &a); err != nil {
		return a, fmt.Errorf("%s: %w", u, err)
	}
	return a, nil
}

// direct asks pods, which no proxy of the operator's leads to, and follows nobody elsewhere.
var direct = &http.Client{
	Transport:     &http.Transport{Proxy: nil, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 1},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}
