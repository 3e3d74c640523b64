package host

import "testing"

func TestMemoryIsWhatItSeems(t *testing.T) {
	all, err := Memory()
	if err != nil || all < 64<<20 {
		t.Fatalf("%d bytes of memory, %v", all, err)
	}
	was, err := PeakRSS()
	if err != nil || was <= 0 || was > all {
		t.Fatalf("%d of %d bytes resident, %v", was, all, err)
	}
	big := make([]byte, 64<<20)
	for i := range big {
		big[i] = byte(i)
	}
	if now, err := PeakRSS(); err != nil || now < was+32<<20 {
		t.Errorf("after %d bytes more the peak went from %d to %d, %v", len(big), was, now, err)
	}
}

func TestALineThatIsNotThere(t *testing.T) {
	if n, err := line("/proc/self/status", "NoSuchThing:"); err == nil {
		t.Errorf("got %d", n)
	}
}
