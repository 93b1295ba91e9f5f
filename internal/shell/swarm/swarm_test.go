package swarm_test

import (
	"strings"
	"testing"

	"github.com/sentinelgate/sentinel/internal/shell/swarm"
	"mvdan.cc/sh/v3/syntax"
)

func TestIn(t *testing.T) {
	for text, want := range map[string]bool{
		"for i in $(seq 100000); do sleep 99 & done":               true,
		"for i in {1..5000}; do sleep 99 & done":                   true,
		"for ((i=0;i<100000;i++)); do sleep 99 & done":             true,
		"ulimit -u unlimited; for i in `seq 1 9999`; do x & done":  true,
		"sh -c 'x'; f() { for i in {1..9999}; do x & done; }":      true,
		"seq 100000 | xargs -P 0 -n1 sleep":                        true,
		"seq 100000 | shuf | xargs -P0 -n1 sleep":                  true,
		"seq 5000 | xargs --max-procs=0 -n1 sleep":                 true,
		"seq 5000 | parallel -j 0 sleep":                           true,
		"seq 5000 | while read i; do sleep 99 & done":              true,
		"yes | xargs -P 0 -I{} sh -c 'sleep 1000'":                 true,
		"yes > /dev/null &":                                        true,
		"for i in 1 2 3 4; do nohup yes >/dev/null & done":         true,
		"for i in {1..50}; do curl -s localhost:3000 & done; wait": false,
		"for i in {1..5000}; do echo $i; done":                     false,
		"for i in {1..5000}; do x & wait; done":                    false,
		"for f in *.ts; do lint $f & done; wait":                   false,
		"for ((i=0;i<8;i++)); do worker & done; wait":              false,
		"ls | xargs -P 0 -n1 eslint":                               false,
		"seq 10 | xargs -P 0 -n1 test":                             false,
		"seq 5000 | xargs -P 4 -n1 curl":                           false,
		"seq 5000 | xargs -n1 echo":                                false,
		"yes | head -3":                                            false,
		"yes | head -100000 | xargs -P 0 -n1 echo":                 false,
		"yes | apt-get install x &":                                false,
		"npm run dev &":                                            false,
		"for i in $(seq $n); do x & done":                          false,
		"for i in $(seq 99999999999999999999); do x & done":        true,
		"for i in a..b; do x & done":                               false,
		"seq 5000 | xargs -P":                                      false,
		"&":                                                        false,
	} {
		f, _ := syntax.NewParser().Parse(strings.NewReader(text), "")
		if f == nil {
			continue
		}
		if got := len(swarm.In(f)) > 0; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
