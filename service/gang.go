package service

import (
	"fmt"
	"strings"
)

// A Gang names an attempt of subtasks of a task that run at the same time.
type Gang struct {
	Task    TaskID
	N       int32 // of the gang in its task, from 1
	Attempt int32
}

// String is "t1/g2", with the attempt behind it where it is not the first.
func (g Gang) String() string {
	s := fmt.Sprintf("%s/g%d", g.Task, g.N)
	if g.Attempt > 0 {
		s += fmt.Sprintf("#%d", g.Attempt)
	}
	return s
}

// A Place is where a member of a gang is.
type Place struct {
	Host  string // at which the others reach it
	Node  string // its worker
	Ports []int  // of the host that it has for itself
}

func (p Place) String() string {
	if len(p.Ports) == 0 {
		return p.Host
	}
	ports := make([]string, len(p.Ports))
	for i, n := range p.Ports {
		ports[i] = fmt.Sprint(n)
	}
	return p.Host + ":" + strings.Join(ports, "+")
}

// A Member is a subtask of a gang.
type Member struct {
	Gang  int32 // of its task, from 1; 0: it is none
	Size  int32 // of the gang
	Retry bool  // all of the gang runs again when one of them has ended badly
}
