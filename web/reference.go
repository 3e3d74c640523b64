package web

import "net/http"

// reference is the page that documents the API.
func reference(w http.ResponseWriter, _ *http.Request) {
	text(w, http.StatusOK, "")
}
