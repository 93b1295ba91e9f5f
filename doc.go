// Package sentinel is one gate in front of every tool call an AI agent makes.
// It answers run it, ask a person or refuse, says why, and remembers what a
// person allowed.
//
// A Gate decides a Call in one order (gate.go): decode, judge, never a
// question, rules, memory, ask, record. No later step weakens an earlier one.
// What judges, remembers, records and asks are parts behind small interfaces:
// Assessor, Memory, Log, Reviewer. Package builtin makes a gate with everything
// the program itself uses:
//
//	gate, err := builtin.New(builtin.Options{Home: home, Project: dir, Now: time.Now})
//	d := gate.Decide(ctx, sentinel.Call{Tool: "bash", Arguments: args, Cwd: dir})
//	if d.Permitted { run(d.Arguments) }
//
// With a store (WithStore) a question outlives whoever asked it. It is stored
// before anyone is told; Answer is the only place that decides and judges again what it
// lets through; a permit is for what was shown, is taken once (Decide with the same call,
// or Claim) and ends soon. question.go has the states, queue.go the waiting.
//
// Nobody's answer is an answer, too. Silence lets a MEDIUM call run, one that can be
// taken back, as long as the policy allows it and the hourly budget lasts; never
// HIGH or CRITICAL. A gate of builtin.New has such a budget: without a reviewer and
// without a store it lets MEDIUM calls run at once, as TIMED_OUT with Permitted set.
// To have silence refuse, give it a policy that says so:
//
//	sentinel.WithPolicy(builtin.Policy().WithSilence(false, 0))
//
// Decide returns no error: whatever goes wrong is a decision that refuses and
// says why. Zero values refuse: a Decision that nobody made, a Policy that
// nobody set, a Gate without its parts.
package sentinel
