package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/node/fleet"
)

// Settings of an autopsy.
const (
	answersIn = 5 * time.Second  // each thing that a cluster still says
	dumpsIn   = 20 * time.Second // what the goroutines of its processes do
	logLines  = 100_000
)

// autopsy writes what a cluster did to a directory that stays, and returns its name: what the supervisor
// knows of tasks, workers and queues, its event log, what all processes said, and, of one that hangs, what
// every goroutine waits for. It ends the processes.
func (c *chaotic) autopsy(hangs bool) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "mars-chaos-died-"); err != nil {
		return "", err
	}
	files := map[string]string{}
	ask := func(name string, f func(ctx context.Context) string) {
		ctx, cancel := context.WithTimeout(context.Background(), answersIn)
		defer cancel()
		files[name] = f(ctx)
	}
	ask("events.ndjson", func(ctx context.Context) string { return c.client.Log(ctx, "", logLines) })
	ask("tasks.json", func(ctx context.Context) string {
		tasks, err := c.client.Task.ListTasks(ctx, &marsv1.ListTasksRequest{SessionId: c.client.Session()})
		return said(protojson.Format(tasks), err)
	})
	ask("nodes.json", func(ctx context.Context) string {
		nodes, err := c.client.Cluster.ListNodes(ctx, &marsv1.ListNodesRequest{})
		return said(protojson.Format(nodes), err)
	})
	ctx, cancel := context.WithTimeout(context.Background(), dumpsIn)
	defer cancel()
	c.mu.Lock()
	c.over = true
	processes := map[string]*fleet.Process{"supervisor.log": c.super}
	for i, w := range c.workers {
		processes[fmt.Sprintf("worker-%s.log", c.hosts[i].Addr)] = w
	}
	c.mu.Unlock()
	var mu sync.Mutex
	var wg sync.WaitGroup
	for name, p := range processes {
		wg.Go(func() {
			text := p.Said()
			if hangs {
				text = p.Dump(ctx)
			}
			mu.Lock()
			defer mu.Unlock()
			files[name] = text
		})
	}
	wg.Wait()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	return dir, nil
}

func said(text string, err error) string {
	if err != nil {
		return err.Error()
	}
	return text
}
