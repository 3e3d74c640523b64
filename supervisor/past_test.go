package supervisor

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
	"github.com/mars-project/mars-go/service/history"
)

// finder is a planner whose only target is there already.
type finder struct {
	one
	fails bool
}

var found = service.Manifest{Value: op.Key{9}, Chunks: []service.ChunkMeta{{Facts: service.Facts{Key: op.Key{8}}}}}

func (p *finder) Next() ([]service.Stage, error) {
	if p.fails {
		return nil, errs.At(errors.New("no column dely"), "a.py:7", "dataframe.sum")
	}
	return nil, nil
}

// Targets are a copy: who tells where chunks are writes it into them.
func (p *finder) Targets() []service.Manifest {
	m := found
	m.Chunks = slices.Clone(found.Chunks)
	return []service.Manifest{m}
}

func (p *finder) Nodes() []service.NodeProgress {
	return []service.NodeProgress{{Name: "tensor.ones"}, {Name: "tensor.sum"}, {Name: "tensor.ones"}}
}

// finding is a supervisor whose tasks are over at once; those with the name "bad" fail.
func finding(t *testing.T, change func(*Config)) *Supervisor {
	t.Helper()
	s := openPlanning(t, func(id service.TaskID, sub service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
		return &finder{one: one{id: id}, fails: sub.Name == "bad"}, nil
	}, change)
	if _, err := s.Session().Create(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	return s
}

// execute is a task that has ended.
func execute(t *testing.T, s *Supervisor, name string) service.TaskInfo {
	t.Helper()
	id, err := s.Task().Submit(t.Context(), service.Submission{Session: "s", Name: name, User: "ada"})
	if err != nil {
		t.Fatal(err)
	}
	i, err := s.Task().Wait(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// keeping opens a history for a supervisor. It is closed after it.
func keeping(t *testing.T, path string) *history.Store {
	t.Helper()
	h, err := history.Open(path, history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// 2,000 executes leave no more than the last few in memory, none with values or chunks, and no actor.
func TestFinishedTasksLeaveMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := finding(t, func(*Config) {})
		for n := range 2000 {
			if i := execute(t, s, "one"); i.State != service.Done || len(i.Targets) != 1 || len(i.Targets[0].Chunks) != 1 {
				t.Fatalf("execute %d: %+v", n, i)
			}
		}
		synctest.Wait()
		if n := len(s.tasks.all); n > keepReported {
			t.Errorf("%d tasks are in memory", n)
		}
		for _, e := range s.tasks.of("s") {
			if i := e.info.Load(); !e.gone || i.Nodes != nil || len(i.Targets) != 1 || i.Targets[0].Chunks != nil {
				t.Fatalf("%+v rests", i)
			}
		}
	})
}

// What nobody has asked for yet stays, with its results, while others end.
func TestResultsThatNobodyHasAskedForStay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := finding(t, func(*Config) {})
		first, err := s.Task().Submit(t.Context(), service.Submission{Session: "s"})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 * keepReported {
			execute(t, s, "one")
		}
		i, err := s.Task().Wait(t.Context(), first)
		if err != nil || len(i.Targets) != 1 || i.Targets[0].Value != found.Value || len(i.Targets[0].Chunks) != 1 {
			t.Errorf("%+v, %v", i, err)
		}
	})
}

// What tasks were is there when their session is closed and when another supervisor has the file, whose ids
// go on.
func TestHistoryOutlivesItsSupervisor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.db")
	var last service.TaskID
	var log bytes.Buffer
	t.Run("before", func(t *testing.T) {
		h := keeping(t, path)
		s := finding(t, func(c *Config) { c.History, c.Log = h, slog.New(slog.NewTextHandler(&log, nil)) })
		execute(t, s, "good")
		last = execute(t, s, "bad").ID
		if err := s.Session().Close(t.Context(), "s"); err != nil {
			t.Fatal(err)
		}
		if list, _, err := s.Task().History(t.Context(), service.TaskQuery{}); err != nil || len(list) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
		if n := s.Totals(); n.Ends[service.Done].Count != 1 || n.Ends[service.Failed].Count != 1 {
			t.Errorf("%+v", n)
		}
	})
	for _, want := range []string{
		"level=INFO msg=\"task ends\" task=t1 state=done name=good",
		"level=ERROR msg=\"task fails\" task=t2", "op=dataframe.sum line=a.py:7", "err=\"no column dely\"",
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, &log)
		}
	}
	t.Run("after", func(t *testing.T) {
		h := keeping(t, path)
		s := finding(t, func(c *Config) { c.History = h })
		list, more, err := s.Task().History(t.Context(), service.TaskQuery{Limit: 1})
		if err != nil || len(list) != 1 || !more {
			t.Fatalf("%+v, %v, %v", list, more, err)
		}
		i := list[0]
		if i.ID != last || i.Name != "bad" || i.User != "ada" || i.State != service.Failed || i.Err.Site != "a.py:7" || i.Err.Op != "dataframe.sum" || i.Ended < i.Started {
			t.Errorf("%+v, %+v", i, i.Err)
		}
		if len(i.Operators) != 2 || i.Operators[0].Name != "tensor.ones" || i.Operators[0].Values != 2 {
			t.Errorf("%+v", i.Operators)
		}
		if again, err := s.Task().Info(t.Context(), last); err != nil || again.Err == nil || again.Err.Msg != i.Err.Msg {
			t.Errorf("%+v, %v", again, err)
		}
		if err := s.Task().Cancel(t.Context(), last); err != nil {
			t.Errorf("cancel of what is over: %v", err)
		}
		if next := execute(t, s, "good"); next.ID != last+1 {
			t.Errorf("%s follows %s", next.ID, last)
		}
		list, _, err = s.Task().History(context.Background(), service.TaskQuery{})
		if err != nil || len(list) != 3 || list[0].ID != last+1 || list[1].ID != last {
			t.Errorf("%+v, %v", list, err)
		}
	})
}
