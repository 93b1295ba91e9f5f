package sentinel

import "time"

// Option configures a Gate.
type Option func(*Gate)

// WithAssessor sets what judges calls; without one every call is refused.
func WithAssessor(a Assessor) Option { return func(g *Gate) { g.assessor = a } }

// WithPolicy sets the policy; without one every call is refused.
func WithPolicy(p Policy) Option { return func(g *Gate) { g.policy = p } }

// WithMemory sets what remembers; without one nothing is remembered.
func WithMemory(m Memory) Option { return func(g *Gate) { g.memory = m } }

// WithLog sets where decisions are recorded before they are returned. Without one
// they go to the chain of the store, if the gate has a store.
func WithLog(l Log) Option { return func(g *Gate) { g.log = l } }

// WithReviewer sets who is asked.
func WithReviewer(r Reviewer) Option { return func(g *Gate) { g.reviewer = r } }

// WithBudget counts what silence permits; without one silence permits nothing.
func WithBudget(b Budget) Option { return func(g *Gate) { g.budget = b } }

// WithClientPrompt hands questions to the prompt of the client that calls:
// Decide then returns ASKED, which is not a permission.
func WithClientPrompt() Option { return func(g *Gate) { g.prompt = true } }

// WithFixedArguments is for callers that can run a call only as it is. A
// reviewer's edit is then a no that tells the edited call.
func WithFixedArguments() Option { return func(g *Gate) { g.fixed = true } }

// WithLostEntries is told of decisions that could not be recorded.
func WithLostEntries(f func(Decision)) Option { return func(g *Gate) { g.lost = f } }

// WithStop sets a switch that is looked at for every call, answer and permit:
// whatever it says, if it is not empty, is why everything is BLOCKED.
func WithStop(why func() string) Option { return func(g *Gate) { g.stop = why } }

// WithStore keeps questions where they outlive this process and where others can
// answer them. Nobody is told of a question before it is stored.
func WithStore(s Store) Option { return func(g *Gate) { g.queue.store = s } }

// WithRequester sets the secret by which a requester proves that a stored
// question is its own, so that the same call in another process can use the
// permit. Without one, permits die with the gate.
func WithRequester(secret []byte) Option {
	return func(g *Gate) { g.queue.secret = append([]byte(nil), secret...) }
}

// WithHost names this machine in stored questions. What a call would do is
// compared only on the host that asked.
func WithHost(name string) Option { return func(g *Gate) { g.queue.host = name } }

// WithMask sets what hides secrets in the texts of the store's chain; without one
// the chain has digests instead of texts.
func WithMask(mask func(string) string) Option { return func(g *Gate) { g.queue.mask = mask } }

// WithPatience limits how long Decide waits for an answer. After that it returns
// PENDING, which refuses, and leaves the question open: the same call of the same
// requester uses the permit once there is one.
func WithPatience(d time.Duration) Option { return func(g *Gate) { g.queue.patience = max(d, 0) } }

// WithoutWaiting is WithPatience(0): nobody is told, the question is stored.
func WithoutWaiting() Option { return WithPatience(0) }

// WithCaller tells whether whoever waits for the decision is still there. It is asked
// before a permit is taken: a yes is not spent on a caller that is gone, and the same
// call of its successor finds it.
func WithCaller(here func() bool) Option { return func(g *Gate) { g.queue.here = here } }

// WithHandover leaves questions that would be stored to another gate, such as one
// in a bigger program: Decide then returns PENDING without a number, which
// refuses, and records nothing. when tells for which.
func WithHandover(when func(Call, Risk) bool) Option { return func(g *Gate) { g.handover = when } }
