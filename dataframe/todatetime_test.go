package dataframe_test

import (
	"strings"
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/errs"
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
	if done < 45 {
		t.Errorf("only %d cases", done)
	}
	s := dataframe.SeriesFromFrame(goldenFrame(t, g.Get(t, "in nanos")))
	marstest.Check(t, "a consumer learns the dtype", dataframe.ToDatetime(s).Dt().Nanosecond(), g.Get(t, "year of"), marstest.ChunkBytes(32))
	marstest.Check(t, "unit of texts", dataframe.ToDatetime(s, dataframe.DatetimeOptions{Unit: "s"}), errs.Type)
	marstest.Check(t, "bad unit", dataframe.ToDatetime(s, dataframe.DatetimeOptions{Unit: "fortnight"}), errs.Invalid)
	marstest.Check(t, "bad format", dataframe.ToDatetime(s, dataframe.DatetimeOptions{Format: "%Q"}), errs.Invalid)
}
