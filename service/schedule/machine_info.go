package schedule

import (
	"cmp"
	"slices"

	"github.com/mars-project/mars-go/service"
)

// Info is the state of the scheduler, for people.
func (m *Machine) Info() (info service.ScheduleInfo) {
	for _, b := range m.bands {
		info.Bands = append(info.Bands, service.BandQueue{Band: b.name, Out: b.out, Load: b.load, Avoided: b.node.until})
		info.Ready += b.queue.n
	}
	slices.SortFunc(info.Bands, func(a, b service.BandQueue) int { return cmp.Compare(a.Band.String(), b.Band.String()) })
	info.Ready += m.common.n + m.parked.n + m.gangs.n
	for _, t := range m.order {
		for _, s := range t.subs {
			if s != nil && (s.state == waiting || s.state == stalled) {
				info.Waiting++
			}
		}
	}
	return info
}
