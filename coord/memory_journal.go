package coord

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/mars-project/mars-go/errs"
)

// Append is that of Journal.
func (m *Memory) Append(ctx context.Context, f Fence, log string, after uint64, recs ...[]byte) (uint64, error) {
	size := 0
	for _, r := range recs {
		size += len(r)
	}
	if log == "" || size > MaxBytes {
		return 0, errs.New(errs.Invalid, "coord: %d bytes for log %q, %d are the most", size, log, MaxBytes)
	}
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	if err := m.check(f); err != nil {
		return 0, err
	}
	rs := m.logs[log]
	if last := uint64(len(rs)); last != after {
		return 0, errs.New(errs.Invalid, "log %s is at %d, not at %d", log, last, after)
	}
	for _, r := range recs {
		rs = append(rs, Record{Seq: uint64(len(rs)) + 1, Token: f.Token, Data: bytes.Clone(r)})
	}
	if len(rs) > 0 {
		m.logs[log] = rs
	}
	return uint64(len(rs)), nil
}

// Read is that of Journal.
func (m *Memory) Read(ctx context.Context, log string, after uint64, limit int) ([]Record, error) {
	if limit < 0 {
		return nil, errs.New(errs.Invalid, "coord: limit of %d records", limit)
	}
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	rs := m.logs[log]
	rs = rs[min(after, uint64(len(rs))):]
	if limit > 0 {
		rs = rs[:min(limit, len(rs))]
	}
	out := make([]Record, 0, len(rs))
	for _, r := range rs {
		r.Data = bytes.Clone(r.Data)
		out = append(out, r)
	}
	return out, nil
}

// Logs is that of Journal.
func (m *Memory) Logs(ctx context.Context, prefix string) ([]string, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	names := slices.Sorted(maps.Keys(m.logs))
	return slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, prefix) }), nil
}

// Drop is that of Journal.
func (m *Memory) Drop(ctx context.Context, f Fence, log string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if err := m.check(f); err != nil {
		return err
	}
	delete(m.logs, log)
	return nil
}
