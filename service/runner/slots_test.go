package runner_test

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service/runner"
)

func TestSlotsRunWhatIsQueued(t *testing.T) {
	s := runner.NewSlots(3)
	var n atomic.Int32
	for i := range 1000 {
		s.Go(func() {
			n.Add(1)
			if i%100 == 0 {
				runtime.Goexit() // the slot lives on
			}
		})
	}
	s.Close()
	if n.Load() != 1000 {
		t.Errorf("%d of 1000 ran", n.Load())
	}
	s.Go(func() { t.Error("ran after Close") })
}

// TestParallelBorrows holds slots busy and counts how many goroutines meet in one Parallel.
func TestParallelBorrows(t *testing.T) {
	for _, c := range []struct{ slots, busy, n, want int }{
		{4, 0, 8, 4}, {4, 2, 8, 2}, {4, 3, 8, 1}, {4, 0, 2, 2}, {1, 0, 8, 1}, {4, 0, 1, 1}, {2, 0, 0, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := runner.NewSlots(c.slots)
			defer s.Close()
			synctest.Wait() // all wait for work
			release := make(chan struct{})
			for range c.busy {
				s.Go(func() { <-release })
			}
			synctest.Wait()
			var mu sync.Mutex
			in, most := 0, 0
			gate := make(chan struct{})
			s.Go(func() {
				if err := s.Parallel(c.n, func(int) error {
					mu.Lock()
					in++
					most = max(most, in)
					mu.Unlock()
					<-gate
					mu.Lock()
					in--
					mu.Unlock()
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
			close(gate)
			synctest.Wait()
			close(release)
			if most != c.want {
				t.Errorf("%+v: %d at once", c, most)
			}
		})
	}
}

func TestHelpersMakeRoomForRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := runner.NewSlots(2)
		defer s.Close()
		synctest.Wait() // both wait for work
		gates := make(chan chan struct{}, 100)
		s.Go(func() {
			_ = s.Parallel(6, func(int) error {
				g := make(chan struct{})
				gates <- g
				<-g
				return nil
			})
		})
		synctest.Wait() // two are in
		ran := false
		s.Go(func() { ran = true })
		synctest.Wait()
		if ran {
			t.Fatal("there was no slot for it")
		}
		close(<-gates)
		close(<-gates)
		synctest.Wait()
		if !ran {
			t.Error("the helper went on though a run waited")
		}
		for range 4 {
			close(<-gates)
			synctest.Wait()
		}
	})
}

func TestParallelGivesTheFirstErrorByIndex(t *testing.T) {
	s := runner.NewSlots(4)
	defer s.Close()
	for range 50 {
		var ran [64]atomic.Bool
		err := s.Parallel(64, func(i int) error {
			ran[i].Store(true)
			if i%10 == 7 {
				return fmt.Errorf("index %d", i)
			}
			return nil
		})
		if err == nil || err.Error() != "index 7" {
			t.Fatalf("got %v", err)
		}
		for i := range 7 {
			if !ran[i].Load() {
				t.Fatalf("index %d before the error did not run", i)
			}
		}
	}
}

func TestPanicsOfParallelComeToTheCaller(t *testing.T) {
	s := runner.NewSlots(4)
	defer s.Close()
	boom := errors.New("boom")
	for range 50 {
		var in atomic.Int32
		func() {
			defer func() {
				r := recover()
				if h, ok := r.(*op.HelperPanic); ok {
					r = h.Value
				}
				if r != boom {
					t.Errorf("recovered %v", r)
				}
				if in.Load() != 0 {
					t.Error("a helper still runs")
				}
			}()
			_ = s.Parallel(64, func(i int) error {
				in.Add(1)
				defer in.Add(-1)
				if i == 5 {
					panic(boom)
				}
				runtime.Gosched()
				return nil
			})
			t.Error("no panic")
		}()
	}
}

// What a run holds beside its own slot nobody borrows.
func TestSlotsThatAreHeldAreNotBorrowed(t *testing.T) {
	s := runner.NewSlots(3)
	defer s.Close()
	begun, end := make(chan struct{}), make(chan struct{})
	s.Go(func() { close(begun); <-end })
	<-begun
	s.Hold(2)
	if n := s.TryBorrow(2, func() {}); n != 0 {
		t.Errorf("%d slots are lent that somebody holds", n)
	}
	s.Hold(-2)
	done := make(chan struct{}, 2)
	for n := 0; n < 2; { // once they are idle
		n += s.TryBorrow(2-n, func() { done <- struct{}{} })
	}
	<-done
	<-done
	close(end)
}

// What runs beside the slots runs at once, however many others wait and whatever became of who ran before.
func TestBesideSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := runner.NewSlots(1)
		slot := make(chan struct{})
		s.Go(func() { <-slot }) // it is taken
		for _, many := range []int{100, 10, 100} {
			var n atomic.Int32
			release := make(chan struct{})
			for i := range many {
				s.Beside(func() {
					n.Add(1)
					if i%10 == 0 {
						runtime.Goexit()
					}
					<-release
				})
			}
			synctest.Wait()
			if int(n.Load()) != many {
				t.Errorf("%d of %d run", n.Load(), many)
			}
			close(release)
			synctest.Wait()
		}
		close(slot)
		s.Close()
		s.Beside(func() { t.Error("ran after Close") })
	})
}
