package supervisor

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
	"github.com/mars-project/mars-go/service"
)

// room refuses targets that will not fit into memory and disks of all workers together: what a task is asked
// for exists as a whole at its end, and disks full of it would stop everybody. Targets whose lengths are not
// known, and those that are there already, are left out; without workers nothing is known.
func (s *Supervisor) room(targets []op.Value, known []op.Key) error {
	there := map[op.Key]bool{}
	for _, k := range known {
		there[k] = true
	}
	var need, most uint64
	var largest op.Value
	for _, v := range targets {
		m := v.Meta()
		n, ok := least(&m)
		if !ok || there[m.Key] {
			continue
		}
		there[m.Key] = true
		if n > most {
			most, largest = n, v
		}
		need, ok = plus(need, n)
		if !ok {
			need = math.MaxInt64
		}
	}
	if need == 0 {
		return nil
	}
	mem, disk, sure := s.capacity()
	if all, ok := plus(mem, disk); !sure || !ok || need <= all {
		return nil
	}
	err := errs.New(errs.OutOfMemory, "the results take %s, and the workers have %s of memory and %s of disk: reduce them before the end, ask for less at once, or add workers",
		size(need), size(mem), size(disk))
	return errs.At(err, largest.N.Site.String(), largest.N.Name)
}

func size(n uint64) string { return fmt.Sprint(service.Bytes(int64(min(n, math.MaxInt64)))) }

// capacity is the memory of all workers and what is free on their disks, which some may share.
func (s *Supervisor) capacity() (mem, disk uint64, ok bool) {
	s.nodes.mu.Lock()
	defer s.nodes.mu.Unlock()
	disks := map[string]uint64{}
	ok = true
	for _, n := range s.nodes.m.Nodes() {
		if n.Role != "worker" || n.State >= service.Stopping {
			continue
		}
		for _, b := range n.Bands {
			m, fits := plus(mem, uint64(b.Mem))
			mem, ok = m, ok && fits
		}
		for _, d := range n.Usage.Disks {
			disks[d.ID] = max(disks[d.ID], uint64(d.Free))
		}
	}
	for _, n := range disks {
		d, fits := plus(disk, n)
		disk, ok = d, ok && fits
	}
	return mem, disk, ok && mem > 0
}

func plus(a, b uint64) (uint64, bool) {
	n, carry := bits.Add64(a, b, 0)
	return n, carry == 0
}

// least is the fewest bytes that a value takes: of a tensor all its elements, of a frame a byte for each
// cell, for columns may be stored narrow.
func least(m *op.Meta) (n uint64, ok bool) {
	switch m.Kind {
	case op.Tensor:
		n = uint64(max(1, m.DType.Is.Size()))
	case op.Frame, op.Series:
		n = uint64(len(m.Cols))
	default:
		return 0, false
	}
	for _, d := range m.Dims {
		if !d.Known() {
			return 0, false
		}
		hi, lo := bits.Mul64(n, uint64(d.N))
		if hi > 0 {
			return math.MaxUint64, true
		}
		n = lo
	}
	return n, true
}
