package node

import (
	"crypto/tls"
	"testing"
)

func TestURLOfAWebPort(t *testing.T) {
	for _, c := range []struct {
		listening, self, peer string
		tls                   bool
		want                  string
	}{
		{"127.0.0.1:80", "", "", false, "http://127.0.0.1:80"},
		{"[::]:80", "10.0.0.9:7001", "", false, "http://10.0.0.9:80"},
		{"0.0.0.0:80", "mars.example:7001", "", true, "https://mars.example:80"},
		{"127.0.0.2:80", "10.0.0.9:7001", "", false, "http://127.0.0.2:80"},
		{"0.0.0.0:80", "", "127.0.0.1:9", false, "http://127.0.0.1:80"},
	} {
		w := &WebConfig{}
		if c.tls {
			w.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
		}
		if got, err := w.url(c.listening, c.self, c.peer); err != nil || got != c.want {
			t.Errorf("%+v: %s, %v", c, got, err)
		}
	}
}

func TestNumbersOfSupervisors(t *testing.T) {
	all := []string{"10.0.0.3:1", "10.0.0.1:1", "10.0.0.2:1", "10.0.0.1:1"}
	for i, a := range []string{"10.0.0.1:1", "10.0.0.2:1", "10.0.0.3:1"} {
		if n := number(a, all); int(n) != i {
			t.Errorf("%s has number %d", a, n)
		}
	}
	if number("10.0.0.1:1", nil) == number("10.0.0.2:1", nil) {
		t.Error("two supervisors that do not know each other have one number")
	}
}
