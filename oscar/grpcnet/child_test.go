package grpcnet_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mars-project/mars-go/oscar"
	"github.com/mars-project/mars-go/oscar/grpcnet"
)

// childKey, when set in the environment, makes the test binary a node: "listen", or "dial ADDR".
const childKey = "GRPCNET_CHILD"

// child is node b in a process of its own. It prints where it listens, once it is linked if it dials, and
// lives until its input ends.
func child() {
	ctx := context.Background()
	s := must(oscar.New("b", oscar.Options{Log: quiet}))
	o := grpcnet.Options{Log: quiet, KeepAlive: time.Minute, Grace: time.Minute}
	l := must(grpcnet.Listen(ctx, s, "127.0.0.1:0", o))
	must(oscar.Spawn(s, "scribe", func() *scribe { return &scribe{} }))
	if addr, ok := strings.CutPrefix(os.Getenv(childKey), "dial "); ok {
		o.Advertise = l.Addr()
		must(grpcnet.Dial(ctx, s, addr, o))
	}
	fmt.Println(l.Addr())
	_, _ = bufio.NewReader(os.Stdin).ReadByte()
}

// node starts a child and gives where it listens.
func node(t *testing.T, how string) (p *os.Process, addr string) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childKey+"="+how)
	cmd.Stderr = os.Stderr
	in := must(cmd.StdinPipe())
	out := must(cmd.StdoutPipe())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return cmd.Process, strings.TrimSpace(line)
}

func TestAProcessThatIsKilledOrFrozen(t *testing.T) {
	for _, c := range []struct {
		name   string
		dials  bool // the child does
		signal syscall.Signal
		o      grpcnet.Options
	}{
		{"listener killed", false, syscall.SIGKILL, sturdy},
		{"dialer killed", true, syscall.SIGKILL, sturdy},
		{"listener frozen", false, syscall.SIGSTOP, grpcnet.Options{KeepAlive: 50 * time.Millisecond, Grace: 100 * time.Millisecond}},
		{"dialer frozen", true, syscall.SIGSTOP, grpcnet.Options{KeepAlive: 50 * time.Millisecond, Grace: 100 * time.Millisecond}},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := system(t, "a")
			l := listen(t, a, c.o)
			how := "listen"
			if c.dials {
				how = "dial " + l.Addr()
			}
			p, addr := node(t, how)
			if !c.dials {
				must(dial(t, a, addr, c.o))
			}
			echo(t, a, oscar.Ref[*scribe]{Node: "b", UID: "scribe"})
			downs := make(chan oscar.Down, 1)
			a.Watch(oscar.Addr{Node: "b"}, func(d oscar.Down) { downs <- d })
			start := time.Now()
			if err := p.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			d := wait(t, downs, "the end of the process is not seen")
			t.Logf("seen after %v: %v", time.Since(start), d)
		})
	}
}
