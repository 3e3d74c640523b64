package command

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/mars-project/mars-go/errs"
	marsv1 "github.com/mars-project/mars-go/gen/mars/v1"
	"github.com/mars-project/mars-go/gen/mars/v1/marsv1connect"
	"github.com/mars-project/mars-go/internal/version"
)

// sample is a web port whose cluster is as it is told to be.
type sample struct {
	marsv1connect.UnimplementedClusterServiceHandler
	marsv1connect.UnimplementedSessionServiceHandler
	marsv1connect.UnimplementedTaskServiceHandler
	nodes []*marsv1.ClusterNode
	tasks []*marsv1.Task // the latest first
	asked *marsv1.ListTasksRequest
}

func (s *sample) ListNodes(context.Context, *marsv1.ListNodesRequest) (*marsv1.ListNodesResponse, error) {
	return &marsv1.ListNodesResponse{Nodes: s.nodes}, nil
}

func (s *sample) ListSessions(context.Context, *marsv1.ListSessionsRequest) (*marsv1.ListSessionsResponse, error) {
	return &marsv1.ListSessionsResponse{Sessions: []*marsv1.Session{{SessionId: "ab-1", Client: "mars-python", Tasks: 1, StoredBytes: 2048}}}, nil
}

// ListTasks has the first task without all, and pages of two with it.
func (s *sample) ListTasks(_ context.Context, r *marsv1.ListTasksRequest) (*marsv1.ListTasksResponse, error) {
	s.asked = r
	if !r.All {
		return &marsv1.ListTasksResponse{Tasks: s.tasks[:1]}, nil
	}
	left := s.tasks
	if r.PageToken != "" {
		left = left[2:]
	}
	if len(left) > 2 {
		return &marsv1.ListTasksResponse{Tasks: left[:2], NextPageToken: "more"}, nil
	}
	return &marsv1.ListTasksResponse{Tasks: left}, nil
}

func (s *sample) GetTask(context.Context, *marsv1.GetTaskRequest) (*marsv1.GetTaskResponse, error) {
	return nil, errs.New(errs.NotFound, "no session")
}

func sampled(t *testing.T) (*sample, []string) {
	t.Helper()
	at := time.Date(2025, 11, 25, 18, 0, 0, 0, time.UTC)
	s := &sample{
		tasks: []*marsv1.Task{
			{
				TaskId: "t12", SessionId: "ab-1", Name: "tensor.sum", State: marsv1.Task_STATE_RUNNING, Progress: .25, Subtasks: 8, SubtasksDone: 2, SubtasksRunning: 2,
				SubtasksRetried: 3, Submitted: timestamppb.New(at), BusySeconds: 1.5, User: "ada", Tags: []string{"report"},
			},
			{
				TaskId: "t11", SessionId: "gone", Name: "dataframe.read_csv", State: marsv1.Task_STATE_FAILED, Submitted: timestamppb.New(at), Ended: timestamppb.New(at.Add(65 * time.Second)),
				Problem:   &marsv1.Problem{Message: "no column dely", Site: "a.py:3"},
				Operators: []*marsv1.OperatorUse{{Op: "dataframe.read_csv", Values: 1, Subtasks: 4, BusySeconds: 60, MadeBytes: 1 << 20}},
			},
			{TaskId: "t10", SessionId: "gone", Name: "tensor.dot", State: marsv1.Task_STATE_FAILED, Submitted: timestamppb.New(at)},
		},
		nodes: []*marsv1.ClusterNode{
			{
				Address: "10.0.0.1:7103", Role: marsv1.ClusterNode_ROLE_WORKER, State: marsv1.ClusterNode_STATE_READY, Cores: 2, CoresUsed: .69, MemoryBytes: 4 << 30, MemoryUsedBytes: 1 << 30,
				StoredBytes: 1 << 20, SpilledBytes: 2 << 20, WrittenBytes: 10 << 20, FetchedBytes: 5 << 20, Seen: timestamppb.New(at),
				Bands: []*marsv1.Band{{Name: "numa-0", Slots: 2, SlotsUsed: 1, Queued: 4}},
			},
			{Address: "10.0.0.2:7103", Role: marsv1.ClusterNode_ROLE_WORKER, State: marsv1.ClusterNode_STATE_LOST, Cores: 2, CoresUsed: 2, MemoryBytes: 4 << 30, MemoryUsedBytes: 3 << 30, Seen: timestamppb.New(at)},
		},
	}
	m := http.NewServeMux()
	m.Handle(marsv1connect.NewClusterServiceHandler(s))
	m.Handle(marsv1connect.NewSessionServiceHandler(s))
	m.Handle(marsv1connect.NewTaskServiceHandler(s))
	h := httptest.NewServer(m)
	t.Cleanup(h.Close)
	return s, []string{"--server", h.URL}
}

// rows are the lines of a table, blanks folded.
func rows(out string) (lines []string) {
	for l := range strings.Lines(out) {
		lines = append(lines, strings.Join(strings.Fields(l), " "))
	}
	return lines
}

func answered(t *testing.T, to []string, args ...string) string {
	t.Helper()
	code, out, err := mars(t, append(args, to...)...)
	if code != exitOK {
		t.Fatalf("%q: exit code %d, %s", args, code, err)
	}
	return out
}

func TestTaskLists(t *testing.T) {
	s, to := sampled(t)
	out := rows(answered(t, to, "task", "list"))
	if len(out) != 2 || out[0] != "TASK NAME STATE PROGRESS SUBTASKS RETRIES STARTED TOOK SESSION NOTE" || !strings.HasPrefix(out[1], "t12 tensor.sum running 25% 2 of 8 3 2025-11-25 ") {
		t.Errorf("%q", out)
	}
	out = rows(answered(t, to, "task", "list", "-o", "wide"))
	if !strings.HasSuffix(out[0], "NOTE USER BUSY ENDED TAGS") || !strings.HasSuffix(out[1], "ab-1 ada 1s - report") {
		t.Errorf("%q", out)
	}
	out = rows(answered(t, to, "task", "list", "--all"))
	if len(out) != 4 || !strings.Contains(out[2], "1m05s gone no column dely") || !strings.Contains(out[3], " - gone") {
		t.Errorf("%q", out)
	}
	if got := answered(t, to, "task", "list", "--all", "-o", "name"); got != "t12\nt11\nt10\n" {
		t.Errorf("%q", got)
	}
	answered(t, to, "task", "list", "--since", "2025-11-25T17:00:00Z")
	if !s.asked.Since.AsTime().Equal(time.Date(2025, 11, 25, 17, 0, 0, 0, time.UTC)) {
		t.Errorf("%v", s.asked)
	}
	yaml := answered(t, to, "task", "list", "-o", "yaml")
	for _, want := range []string{"- id: t12\n", "  name: tensor.sum\n", "  subtasks_retried: 3\n", "  tags:\n", "    - report\n", "  operators: []\n", "  submitted: \"2025-11-25T18:00:00Z\"\n"} {
		if !strings.Contains(yaml, want) {
			t.Errorf("no %q in\n%s", want, yaml)
		}
	}
	if a, b := answered(t, to, "task", "list", "--json"), answered(t, to, "task", "list", "-o", "json"); a != b || !strings.Contains(a, `"subtasks_retried": 3`) {
		t.Errorf("%s\n%s", a, b)
	}
	for _, args := range [][]string{{"task", "list", "-o", "xml"}, {"task", "list", "--since", "soon"}, {"task", "list", "x"}} {
		if code, _, err := mars(t, append(args, to...)...); code != exitUsage {
			t.Errorf("%q: %d, %s", args, code, err)
		}
	}
}

// A task of the history is shown though its session is gone.
func TestTaskOfTheHistory(t *testing.T) {
	_, to := sampled(t)
	out := answered(t, to, "task", "show", "t11")
	for _, want := range []string{"failed", "1m05s", "no column dely", "a.py:3", "op dataframe.read_csv", "1 values, 4 subtasks, busy 1m00s, made 1.00 MiB"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if code, _, err := mars(t, append([]string{"task", "show", "t12"}, to...)...); code == exitOK {
		t.Errorf("one that runs and is not there: %d, %s", code, err)
	}
}

// What nobody hears of any more has no values.
func TestNodesThatAreGone(t *testing.T) {
	_, to := sampled(t)
	out := rows(answered(t, to, "node", "list"))
	if len(out) != 3 || !strings.HasPrefix(out[1], "10.0.0.1:7103 worker ready 0.69 of 2 1.00 GiB of 4.00 GiB") || !strings.HasPrefix(out[2], "10.0.0.2:7103 worker lost - - - - -") {
		t.Errorf("%q", out)
	}
}

func TestCompletionOfIDs(t *testing.T) {
	_, to := sampled(t)
	t.Setenv("MARS_CLIENT_SERVER", to[1])
	for args, want := range map[string]string{
		"task show ":           "t12\ttensor.sum, running|t11\tdataframe.read_csv, failed|",
		"task cancel ":         "t12\ttensor.sum, running|:4",
		"task cancel t12 ":     ":4",
		"node drain ":          "10.0.0.1:7103\tworker, ready|",
		"session close ":       "ab-1\tmars-python|",
		"storage show ":        "10.0.0.1:7103\tworker, ready|",
		"task list --session ": "ab-1\tmars-python|",
		"task list --output ":  "json|yaml|wide|name|",
	} {
		_, out, _ := mars(t, append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if got := strings.ReplaceAll(out, "\n", "|"); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q", args, got)
		}
	}
}

func TestVersionFlag(t *testing.T) {
	if out := answered(t, nil, "--version"); out != "mars "+version.Version+"\n" {
		t.Errorf("%q", out)
	}
}

// turning runs a command that looks again and again; between two looks something happens.
func turning(t *testing.T, to []string, between []func(), args ...string) string {
	t.Helper()
	var out bytes.Buffer
	p := newProgram(streams{strings.NewReader(""), &out, &out})
	p.pause = func(context.Context, time.Duration) bool {
		if len(between) == 0 {
			return false
		}
		between[0]()
		between = between[1:]
		return true
	}
	root := p.root("mars")
	root.SetArgs(append(args, to...))
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return out.String()
}

func TestWatchPrintsWhatChanges(t *testing.T) {
	s, to := sampled(t)
	out := rows(turning(t, to, []func(){
		func() {},
		func() { s.nodes[0].Seen = timestamppb.New(s.nodes[0].Seen.AsTime().Add(time.Second)) },
		func() { s.nodes[0].CoresUsed = 1.5 },
		func() { s.nodes[1].State = marsv1.ClusterNode_STATE_READY },
	}, "node", "list", "--watch"))
	if len(out) != 5 || !strings.HasPrefix(out[3], "10.0.0.1:7103 worker ready 1.50 of 2") || !strings.HasPrefix(out[4], "10.0.0.2:7103 worker ready 2.00 of 2") {
		t.Errorf("%q", out)
	}
	if got := turning(t, to, []func(){func() { s.tasks[0].SubtasksDone = 5 }}, "task", "list", "-w", "-o", "json"); strings.Count(got, `"id": "t12"`) != 2 || !strings.Contains(got, `"subtasks_done": 5`) {
		t.Error(got)
	}
}

func TestTop(t *testing.T) {
	s, to := sampled(t)
	out := rows(answered(t, to, "top", "--once"))
	want := []string{
		"2 workers, cores 0.69 of 2, memory 1.00 GiB of 4.00 GiB, subtasks 1 of 2 slots, 1 sessions, 1 tasks",
		"",
		"WORKER STATE CORES MEMORY STORED SPILLED SPILL TRANSFER RUNNING QUEUED",
		"10.0.0.1:7103 ready 0.69 of 2 1.00 GiB of 4.00 GiB 1.00 MiB 2.00 MiB 0 B/s 0 B/s 1 of 2 4",
		"10.0.0.2:7103 lost - - - - - - - -",
	}
	if len(out) < len(want) || strings.Join(out[:len(want)], "\n") != strings.Join(want, "\n") {
		t.Errorf("%q", out)
	}
	if all := strings.Join(out, "\n"); !strings.Contains(all, "\nab-1 1 2.00 KiB - mars-python\n") || !strings.Contains(all, "\nt12 tensor.sum running 25%") {
		t.Errorf("%q", out)
	}
	got := turning(t, to, []func(){func() {
		n := s.nodes[0]
		n.Seen, n.WrittenBytes, n.FetchedBytes = timestamppb.New(n.Seen.AsTime().Add(2*time.Second)), n.WrittenBytes+4<<20, n.FetchedBytes+8<<20
	}}, "top")
	if strings.Contains(got, "\x1b") || strings.Count(got, "2 workers") != 2 || !strings.Contains(strings.Join(rows(got), "\n"), " 2.00 MiB/s 4.00 MiB/s ") {
		t.Error(got)
	}
	if got := answered(t, to, "top", "--once", "-o", "json"); !strings.Contains(got, `"spill_rate": 0`) || !strings.Contains(got, `"name": "10.0.0.1:7103"`) {
		t.Error(got)
	}
	for _, args := range [][]string{{"top", "-o", "name"}, {"top", "--every", "0s"}} {
		if code, _, _ := mars(t, append(args, to...)...); code != exitUsage {
			t.Errorf("%q: %d", args, code)
		}
	}
}
