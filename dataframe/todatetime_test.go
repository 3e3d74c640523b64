package dataframe_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/marstest"
)

func TestToDatetime(t *testing.T) {
	g := marstest.Load(t, "testdata/todatetime.json")
	options := map[string]dataframe.DatetimeOptions{
		"dayfirst":          {DayFirst: true},
		"coerce":            {Coerce: true},
		"coerce first":      {Coerce: true},
		"coerce all":        {Coerce: true},
		"none utc":          {UTC: true},
		"zones utc":         {UTC: true},
		"utc":               {UTC: true},
		"iso":               {Format: "ISO8601"},
		"bad iso":           {Format: "ISO8601"},
		"mixed":             {Format: "mixed"},
		"format":            {Format: "%d.%m.%Y"},
		"format coerce":     {Format: "%d.%m.%Y", Coerce: true},
		"format nanos":      {Format: "%Y-%m-%d %H:%M:%S.%f"},
		"ints":              {Unit: "s"},
		"days":              {Unit: "D"},
		"hours":             {Unit: "h"},
		"ms utc":            {Unit: "ms", UTC: true},
		"floats":            {Unit: "s"},
		"whole floats":      {Unit: "s"},
		"float days":        {Unit: "D"},
		"nullable":          {Unit: "s"},
		"nan":               {Unit: "s"},
		"bad number":        {Unit: "s"},
		"bad number coerce": {Unit: "s", Coerce: true},
		"times utc":         {UTC: true},
		"tokyo utc":         {UTC: true},
		"day first iso":     {DayFirst: true},
		"day first compact": {DayFirst: true},
		"day first mixed":   {Format: "mixed", DayFirst: true},
		"month first mixed": {Format: "mixed"},
		"object unit":       {Unit: "s"},
		"object coerce":     {Coerce: true},
		"object format":     {Format: "%Y%m%d"},
		"object utc":        {UTC: true},
		"ints format":       {Format: "%Y%m%d"},
		"floats format":     {Format: "%Y%m%d"},
		"unit of texts":     {Unit: "s"},
	}
	done := 0
	for name, want := range g {
		in, ok := g["in "+name]
		if !ok {
			continue
		}
		done++
		s := dataframe.SeriesFromFrame(goldenFrame(t, in))
		if want.Kind == "error" {
			want.Text, _, _ = strings.Cut(want.Text, " You might")
			if name == "bad bool" || name == "bad number" {
				want.Text = ""
			}
		}
		marstest.Check(t, name, dataframe.ToDatetime(s, options[name]), want, marstest.ChunkBytes(32, 64))
		if !strings.HasPrefix(name, "bad") && len(in.Columns) == 1 && in.Columns[0].DType == "str" {
			marstest.Check(t, name+" coded", dataframe.ToDatetime(coded(t, s), options[name]), want, marstest.ChunkBytes(64))
		}
	}
	if done < 60 {
		t.Errorf("only %d cases", done)
	}
	s := dataframe.SeriesFromFrame(goldenFrame(t, g.Get(t, "in nanos")))
	marstest.Check(t, "a consumer learns the dtype", dataframe.ToDatetime(s).Dt().Nanosecond(), g.Get(t, "year of"), marstest.ChunkBytes(32))
	objects := func(vs ...any) *dataframe.Series {
		return dataframe.SeriesFromFrame(frame.Must(frame.NewSeries(nil, frame.L("t"), frame.NewObjects(vs))))
	}
	tokyo := frame.Timestamp{Ticks: 1704207600, Unit: dtype.Second, TZ: "Asia/Tokyo"}
	micros := frame.Timestamp{Ticks: 1704207600e6, Unit: dtype.Micro, TZ: "Asia/Tokyo"}
	marstest.Check(t, "zone of objects", dataframe.ToDatetime(objects(micros, nil)), g.Get(t, "zone of objects"))
	marstest.Check(t, "objects of two zones", dataframe.ToDatetime(objects("2024-01-02", nil, tokyo)), errs.Invalid, marstest.ChunkBytes(16))
	both := dataframe.DatetimeOptions{Unit: "s", Format: "%Y"}
	marstest.Check(t, "unit and format", dataframe.ToDatetime(s, both), errs.Invalid)
	marstest.Check(t, "bad unit", dataframe.ToDatetime(s, dataframe.DatetimeOptions{Unit: "fortnight"}), errs.Invalid)
	marstest.Check(t, "bad format", dataframe.ToDatetime(s, dataframe.DatetimeOptions{Format: "%Q"}), errs.Invalid)
}
