package task

import "github.com/mars-project/mars-go/service"

// piece is the least number of subtasks that are submitted together while there are more.
const piece = 2048

// pieces cuts a stage where nothing reads across the cut, so that the first subtasks run while schedule takes
// in the others. What reads each other stays together: schedule counts the readers of a chunk when it takes
// in a subtask, and a lease whose chunks have no other readers keeps them to itself.
func pieces(list []service.Subtask) (out [][]service.Subtask) {
	if len(list) <= piece {
		if len(list) > 0 {
			out = append(out, list)
		}
		return out
	}
	first, low := list[0].ID, len(list) // the least place that is read from behind the cut
	end := len(list)
	for i := len(list) - 1; i > 0; i-- {
		for _, d := range list[i].Deps {
			if d >= first {
				low = min(low, int(d-first))
			}
		}
		if i <= low && end-i >= piece && i >= piece {
			out = append(out, list[i:end])
			end = i
		}
	}
	out = append(out, list[:end])
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}
