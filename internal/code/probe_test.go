package code

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func show(rep Report) string {
	var b strings.Builder
	for _, a := range rep.Acts {
		fmt.Fprintf(&b, "  %v %s", a.Kind, a.Call)
		for _, x := range a.Args {
			fmt.Fprintf(&b, " %s", showArg(x))
		}
		if a.Shell != nil {
			fmt.Fprintf(&b, " sh %s", showArg(*a.Shell))
		}
		if a.Argv != nil {
			b.WriteString(" argv")
			for _, x := range a.Argv {
				fmt.Fprintf(&b, " %s", showArg(x))
			}
		}
		b.WriteString("\n")
	}
	for _, u := range rep.Unread {
		fmt.Fprintf(&b, "  UNREAD %s\n", u)
	}
	return b.String()
}

func showArg(a Arg) string {
	if a.Known {
		return fmt.Sprintf("%q", a.Text)
	}
	return fmt.Sprintf("%q..", a.Text)
}

func TestProbe(t *testing.T) {
	f := os.Getenv("PROBE")
	if f == "" {
		t.Skip()
	}
	fh, _ := os.Open(f)
	sc := bufio.NewScanner(fh)
	for sc.Scan() {
		lang, src, ok := strings.Cut(sc.Text(), "\t")
		if !ok {
			continue
		}
		src = strings.ReplaceAll(src, "⏎", "\n")
		fmt.Printf("%s: %s\n%s", lang, src, show(Inspect(lang, src)))
	}
}

func TestTree(t *testing.T) {
	dir := os.Getenv("TREE")
	if dir == "" {
		t.Skip()
	}
	lang := os.Getenv("TLANG")
	n, bytes, unread := 0, 0, map[string]int{}
	var total time.Duration
	filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, os.Getenv("TEXT")) {
			return nil
		}
		b, _ := os.ReadFile(p)
		start := time.Now()
		rep := Inspect(lang, string(b))
		took := time.Since(start)
		total += took
		n++
		bytes += len(b)
		if took > 100*time.Millisecond {
			fmt.Println("SLOW", took, len(b), p)
		}
		for _, u := range rep.Unread {
			unread[u]++
			if os.Getenv("TWHY") != "" && strings.Contains(u, os.Getenv("TWHY")) {
				fmt.Println(u, p)
			}
		}
		return nil
	})
	fmt.Println(n, "files", bytes, "bytes", total, float64(bytes)/total.Seconds()/1e6, "MB/s")
	for u, k := range unread {
		fmt.Println(k, u)
	}
}
