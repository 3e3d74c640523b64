package dataframe_test

import (
	"testing"
	"time"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/marstest"
	"github.com/mars-project/mars-go/nd"
	"github.com/mars-project/mars-go/op"
)

// TestSpans: texts that name a part of a year select all times in it, unless they are as fine as the labels.
func TestSpans(t *testing.T) {
	at := func(h int) time.Time { return time.Date(2024, 2, 28, h, 0, 0, 0, time.UTC) }
	v := dataframe.NewSeries([]int64{1, 2, 3, 4})
	hours := v.SetLabels(dataframe.NewIndex([]time.Time{at(3), at(20), at(30), at(60)}))
	days := v.SetLabels(dataframe.NewIndex([]time.Time{at(0), at(24), at(48), at(72)}))
	spans := func(h op.Handle, text string) op.Handle {
		return dataframe.ScalarOf(asWritten("dataframe.spans", map[string]any{"Text": text}, h.Value()))
	}
	for name, c := range map[string]struct {
		h    op.Handle
		text string
		want bool
	}{
		"month among hours": {hours, "2024-02", true}, "day among hours": {hours, "2024-02-28", true},
		"month among days": {days, "2024-02", true}, "day among days": {days, "2024-02-28", false}, "no text of a time": {days, "x", false},
	} {
		marstest.Check(t, name, spans(c.h, c.text), nd.Scalar(c.want))
	}
	marstest.Check(t, "none near", spans(hours, "2023"), errs.NotFound)
	rows := func(key any, span bool) op.Handle {
		return dataframe.SeriesOf(asWritten("dataframe.located", map[string]any{"Key": key, "By": "loc", "Span": span}, hours.Value())).ToTensor()
	}
	marstest.Check(t, "all in a day", rows("2024-02-28", true), nd.Of([]int64{1, 2}))
	marstest.Check(t, "to the end of February", rows(op.Slice{Stop: "2024-02"}, false), nd.Of([]int64{1, 2, 3}))
	put := asWritten("dataframe.put", map[string]any{"Key": "2024-02", "By": "loc", "Value": int64(-4), "Span": true}, hours.Value())
	marstest.Check(t, "put", dataframe.SeriesOf(put).Sum(), nd.Scalar(int64(-8)))
}
