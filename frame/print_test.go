package frame_test

import (
	"testing"

	"github.com/mars-project/mars-go/frame"
)

// TestPrintsAsPandas compares with what pandas 3.1.1 printed (testdata/repr.py).
func TestPrintsAsPandas(t *testing.T) {
	var cases []struct {
		Name, Kind, Text string
		Rows             int
		MaxColumns       int `json:"max_columns"`
		Freq             string
		Head             goldenFrame
		Tail             *goldenFrame
	}
	readGolden(t, "testdata/repr.json", &cases)
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			k := frame.Corner{Head: c.Head.frame(t), Rows: c.Rows}
			if c.Tail != nil {
				k.Tail = c.Tail.frame(t)
			}
			if c.Freq != "" {
				k.Head.Index.Freq = c.Freq
			}
			d := frame.DefaultDisplay()
			d.MaxColumns = c.MaxColumns
			got := ""
			switch c.Kind {
			case "frame":
				got = d.Frame(k)
			case "series":
				got = d.Series(k)
			default:
				got = d.Index(k)
			}
			if got != c.Text {
				t.Errorf("got\n%s\nwant\n%s", got, c.Text)
			}
		})
	}
	if len(cases) < 100 {
		t.Errorf("only %d cases", len(cases))
	}
}
