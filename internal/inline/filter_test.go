package inline

import "testing"

func TestFilters(t *testing.T) {
	for text, want := range map[string]bool{
		"sort": true, "sort -k2nr": true, "sort | uniq -c | head -5": true, "date +%s": true, "column -t": true,
		"sh": false, "": false, "sort | sh": false, "sort; rm x": false, "xargs rm": false, "sort $(x)": false, "python3": false, "sort > x": false,
		"cat\nsh": false, "tee x": false, "/bin/sort": false, "sort &": false,
	} {
		if got := filters(text, true); got != want {
			t.Errorf("filters(%q) = %v", text, got)
		}
	}
	if filters("sort", false) {
		t.Error("a command known in part is a filter")
	}
}
