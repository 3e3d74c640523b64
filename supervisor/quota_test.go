package supervisor

import (
	"strings"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// waitings is a supervisor of sessions of which so many tasks run at a time. Nothing runs, for there is no
// worker.
func waitings(t *testing.T, most int) *Supervisor {
	t.Helper()
	s := openPlanning(t, func(id service.TaskID, _ service.Submission, _ func(op.Key) (service.Manifest, bool)) (service.Planner, error) {
		return &one{id: id, key: op.Key{byte(id.N())}}, nil
	}, func(c *Config) { c.SessionTasks = most })
	for _, id := range []string{"a", "b"} {
		if _, err := s.Session().Create(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// Tasks above the quota of their session wait, say why, and start in turn when others end; those of other
// sessions are not held up. A session that closes leaves none.
func TestTasksOfASessionWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := waitings(t, 2)
		var ids []service.TaskID
		for _, of := range []string{"a", "a", "a", "a", "b"} {
			id, err := s.Task().Submit(t.Context(), service.Submission{Session: of})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		runs := func() string {
			synctest.Wait()
			var out []string
			for _, id := range ids {
				i, err := s.Task().Info(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				switch {
				case i.State.Over():
					out = append(out, "over")
				case i.Total > 0:
					out = append(out, "runs")
				case i.Started == 0 || !strings.Contains(i.Waiting, "queued behind 2 tasks of the session") || !strings.Contains(i.Waiting, "quota.session_tasks"):
					t.Errorf("%s waits for %q since %d", id, i.Waiting, i.Started)
				default:
					out = append(out, "waits")
				}
			}
			return strings.Join(out, " ")
		}
		check := func(want string) {
			t.Helper()
			if got := runs(); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		check("runs runs waits waits runs")
		if i, err := s.Session().Info(t.Context(), "a"); err != nil || i.Tasks != 4 {
			t.Errorf("%+v, %v", i, err) // who waits keeps its session from being idle
		}
		for _, k := range []int{2, 0} { // one that waits, one that runs
			if err := s.Task().Cancel(t.Context(), ids[k]); err != nil {
				t.Fatal(err)
			}
		}
		check("over runs over runs runs")
		for range 2 {
			id, err := s.Task().Submit(t.Context(), service.Submission{Session: "a"})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		check("over runs over runs runs waits waits")
		if err := s.Session().Close(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		ids = ids[4:5]
		check("runs")
		if i, err := s.Schedule().Info(t.Context()); err != nil || i.Ready != 1 {
			t.Errorf("%+v, %v", i, err)
		}
		if err := s.Session().Close(t.Context(), "b"); err != nil {
			t.Fatal(err)
		}
	})
}

// A task whose actor panics makes room for the next.
func TestATaskThatDiesMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := waitings(t, 1)
		var ids []service.TaskID
		for range 2 {
			id, err := s.Task().Submit(t.Context(), service.Submission{Session: "a"})
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		synctest.Wait()
		s.toTask(ids[0], nil) // an event that nobody knows
		synctest.Wait()
		first, err := s.Task().Info(t.Context(), ids[0])
		if err != nil || first.State != service.Failed {
			t.Fatalf("%+v, %v", first, err)
		}
		if i, err := s.Task().Info(t.Context(), ids[1]); err != nil || i.Total != 1 {
			t.Errorf("%+v, %v", i, err)
		}
		if err := s.Session().Close(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
	})
}
