package local

import (
	"context"
	"strings"
	"testing"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/tensor"
)

// TestHeldSaysWhoHoldsWhat asks while a session has a value and when it is closed.
func TestHeldSaysWhoHoldsWhat(t *testing.T) {
	ctx := context.Background()
	c, err := Start(ctx, Config{Workers: 1, Slots: 1, Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(ctx); err != nil {
			t.Error(err)
		}
	}()
	s, err := client.New(ctx, c, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := tensor.Add(tensor.Arange(0, 1024, 1), 0.0) // 8192 bytes
	if err := s.Execute(ctx, a); err != nil {
		t.Fatal(err)
	}
	name := c.Workers()[0]
	if err := held(name, c.Worker(name)); !errs.Is(err, errs.Internal) || !strings.Contains(err.Error(), name+" holds ") || !strings.Contains(err.Error(), "8192 stored") {
		t.Errorf("with a value: %v", err)
	}
	if v, err := tensor.Fetch[float64](ctx, s, a); err != nil || v[1023] != 1023 {
		t.Errorf("%v, %v", v, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Idle(); err != nil {
		t.Errorf("without sessions: %v", err)
	}
}
