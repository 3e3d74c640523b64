package host_test

import (
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/mars-project/mars-go/internal/host"
)

// kept is what the heap of this process holds of the machine's memory.
func kept() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() + s[1].Value.Uint64()
}

var grown [][]byte

// grow makes 64 MiB of garbage, which the last collection may have seen as living.
func grow(collected bool) {
	for range 64 {
		grown = append(grown, make([]byte, 1<<20))
	}
	if collected {
		runtime.GC()
	}
	runtime.KeepAlive(grown)
	grown = nil
}

func TestAnIdleHeapGoesBackToTheSystem(t *testing.T) {
	t.Run("garbage", func(t *testing.T) { goesBack(t, false) })
	t.Run("garbage that lived when it was last looked at", func(t *testing.T) { goesBack(t, true) })
}

func goesBack(t *testing.T, collected bool) {
	grow(collected)
	before := kept()
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	done := make(chan bool)
	go func() {
		host.RelaxHeap(ctx, 10*time.Millisecond)
		close(done)
	}()
	for kept()+48<<20 > before {
		if ctx.Err() != nil {
			t.Fatalf("%d MiB of %d are still kept", kept()>>20, before>>20)
		}
		time.Sleep(time.Millisecond)
	}
	end()
	<-done
}
