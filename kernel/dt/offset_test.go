package dt

import "testing"

// TestOffsetsMoveFromStepToStep compares ways forth and back with a look at every day.
func TestOffsetsMoveFromStepToStep(t *testing.T) {
	for _, freq := range []string{
		"B", "W", "W-WED", "ME", "MS", "BME", "BMS", "SME", "SMS-10", "QE", "QE-FEB", "BQE", "QS", "QS-NOV", "BQS", "YE", "YS-JUN", "BYE", "BYS",
	} {
		o, err := ParseOffset(freq)
		if err != nil {
			t.Fatal(err)
		}
		const first = 18000
		var on []int64
		for d := int64(first); d < first+3000; d++ {
			if o.is(d) {
				on = append(on, d)
			}
		}
		k := 0
		for d := on[3]; d < on[len(on)-4]; d++ {
			for on[k+1] <= d {
				k++
			}
			if got := o.Back(d); got != on[k] {
				t.Fatalf("%s: back from %d to %d, want %d", freq, d, got, on[k])
			}
			if got := o.Move(d, 3); got != on[k+3] {
				t.Fatalf("%s: three steps from %d to %d, want %d", freq, d, got, on[k+3])
			}
			want := on[k]
			if d == on[k] {
				want = on[k-1]
			}
			if got := o.Move(d, -1); got != want {
				t.Fatalf("%s: a step before %d to %d, want %d", freq, d, got, want)
			}
		}
	}
	for _, freq := range []string{"", "x", "W-JAN", "QE-MON", "ME-JAN", "SME-40", "0ME", "0D", "-1h", "cbh", "99999999999ME"} {
		if o, err := ParseOffset(freq); err == nil {
			t.Errorf("%q is read as %+v", freq, o)
		}
	}
	for freq, n := range map[string]int64{"90min": 90 * 60e9, "1h30min": 90 * 60e9, "2D": 2 * 86400e9, "1.5h": 5400e9} {
		if o, err := ParseOffset(freq); err != nil || o.N*o.Fixed != n {
			t.Errorf("%s is %+v, %v", freq, o, err)
		}
	}
}
