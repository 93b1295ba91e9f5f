package postgres

import (
	"context"
	"fmt"
	"testing"

	"github.com/sentinelgate/sentinel/internal/trial"
)

// BenchmarkDecisions answers stored questions; each client has connections of
// itself.
func BenchmarkDecisions(b *testing.B) {
	for _, clients := range []int{1, 8, 32} {
		b.Run(fmt.Sprint("clients=", clients), func(b *testing.B) {
			s, err := trial.Decisions(context.Background(), opener, schema(b)+" "+address(b), "b", clients, b.N)
			if err != nil {
				b.Fatal(err)
			}
			report(b, s)
		})
	}
}

// BenchmarkWait is the time from an answer until a caller in another place has
// it.
func BenchmarkWait(b *testing.B) {
	s, err := trial.Waits(context.Background(), opener, schema(b)+" "+address(b), "b", b.N)
	if err != nil {
		b.Fatal(err)
	}
	report(b, s)
}

func report(b *testing.B, s trial.Speed) {
	b.ReportMetric(s.PerSecond(), "decisions/s")
	b.ReportMetric(float64(s.P50.Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(s.P99.Microseconds())/1000, "p99-ms")
	b.ReportMetric(0, "ns/op") // filing the questions counts in it
}
