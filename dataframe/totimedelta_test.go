package dataframe_test

import (
	"testing"

	"github.com/mars-project/mars-go/dataframe"
	"github.com/mars-project/mars-go/marstest"
)

func TestToTimedelta(t *testing.T) {
	g := marstest.Load(t, "testdata/totimedelta.json")
	options := map[string]dataframe.TimedeltaOptions{
		"coerce":            {Coerce: true},
		"coerce all":        {Coerce: true},
		"seconds":           {Unit: "s"},
		"days":              {Unit: "D"},
		"floats":            {Unit: "s"},
		"whole floats":      {Unit: "s"},
		"float days":        {Unit: "D"},
		"nullable":          {Unit: "s"},
		"nan":               {Unit: "s"},
		"bad unit of texts": {Unit: "s"},
		"object unit":       {Unit: "s"},
		"object coerce":     {Coerce: true},
		"bad object unit":   {Unit: "s"},
	}
	done := 0
	for name, want := range g {
		in, ok := g["in "+name]
		if !ok {
			continue
		}
		done++
		s := dataframe.SeriesFromFrame(goldenFrame(t, in))
		marstest.Check(t, name, dataframe.ToTimedelta(s, options[name]), want, marstest.ChunkBytes(32, 64))
	}
	if done < 30 {
		t.Errorf("only %d cases", done)
	}
}
