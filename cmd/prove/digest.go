package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"

	"github.com/mars-project/mars-go/client"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/local"
	"github.com/mars-project/mars-go/mem"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/wire/arrow"
	"github.com/mars-project/mars-go/wire/npy"
)

// A setting is one way of running programs that must not change a bit of their answers.
type setting struct {
	workers int
	noFuse  bool
	spill   bool
	kill    bool
}

func (s setting) String() string {
	return fmt.Sprintf("workers=%d fuse=%t spill=%t kill=%t", s.workers, !s.noFuse, s.spill, s.kill)
}

func settings(small bool) (out []setting) {
	workers := []int{1, 2, 4}
	if small {
		workers = []int{1, 2}
	}
	for _, w := range workers {
		for _, fuse := range []bool{true, false} {
			for _, spill := range []bool{false, true} {
				for _, kill := range []bool{false, true} {
					if !kill || w > 1 {
						out = append(out, setting{w, !fuse, spill, kill})
					}
				}
			}
		}
	}
	return out
}

type digests struct {
	Programs int `json:"programs"`
	Settings int `json:"settings"`
	Runs     int `json:"runs"`
	Killed   int `json:"killed"`
	Differ   int `json:"differ"`
}

// digest runs every program in every setting and compares the SHA-256 of the answers.
func digest(ctx context.Context, f *flag.FlagSet, args []string) (any, bool, error) {
	small := f.Bool("small", false, "smaller data and fewer settings")
	if err := f.Parse(args); err != nil {
		return nil, false, err
	}
	n := 200_000
	if *small {
		n = 16_000
	}
	out := &digests{Programs: len(programs)}
	first := map[string]string{}
	bad := map[string]bool{}
	for _, s := range settings(*small) {
		out.Settings++
		got, killed, err := runAll(ctx, s, n)
		if err != nil {
			return nil, false, fmt.Errorf("%s: %w", s, err)
		}
		out.Killed += killed
		for name, d := range got {
			out.Runs++
			switch {
			case first[name] == "":
				first[name] = d
			case first[name] != d:
				bad[name] = true
				fmt.Fprintf(os.Stderr, "%s differs: %s\n", name, s)
			}
		}
	}
	for _, p := range programs {
		fmt.Println(first[p.name][:16], p.name)
	}
	out.Differ = len(bad)
	return out, out.Differ == 0, nil
}

// runAll runs all programs on one cluster. With kill a worker is lost while each of them runs.
func runAll(ctx context.Context, s setting, n int) (map[string]string, int, error) {
	cfg := local.Config{Workers: s.workers, Slots: max(2, s.workers), Memory: int64(s.workers) * 256 << 20}
	if s.spill {
		cfg.Cache = int64(s.workers) * max(int64(n)*8/2, 64<<10)
	}
	c, err := local.Start(ctx, cfg)
	if err != nil {
		return nil, 0, err
	}
	defer c.Close(ctx)
	out, killed := map[string]string{}, 0
	for _, p := range programs {
		sess, err := client.New(ctx, c, client.Options{ChunkBytes: int64(n) * 8 / 16, NoFuse: s.noFuse})
		if err != nil {
			return nil, 0, err
		}
		h := p.make(n)
		fut, err := sess.ExecuteAsync(ctx, h)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.name, err)
		}
		if s.kill {
			if err := c.Replace(ctx); err != nil {
				return nil, 0, err
			}
			killed++
		}
		v, err := fut.Result(ctx)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.name, err)
		}
		if out[p.name], err = hash(v); err != nil {
			return nil, 0, fmt.Errorf("%s: %w", p.name, err)
		}
		if err := sess.Close(); err != nil {
			return nil, 0, err
		}
	}
	return out, killed, nil
}

// hash is the SHA-256 of a value as it would travel.
func hash(v any) (string, error) {
	var b bytes.Buffer
	var err error
	switch v := v.(type) {
	case *nd.Array:
		err = npy.Write(&b, v)
	case *frame.Frame:
		err = arrow.WriteAll(&b, mem.Heap, arrow.Options{}, v)
	case op.Tuple:
		for _, x := range v {
			h, err := hash(x)
			if err != nil {
				return "", err
			}
			b.WriteString(h)
		}
	default:
		return "", errs.New(errs.Internal, "no digest of a %T", v)
	}
	d := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(d[:]), err
}
