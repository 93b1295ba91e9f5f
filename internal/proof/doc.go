// Package proof holds no code, only tests that compare what the gate believes
// with what is so.
//
//   - What bash does: scripts from a grammar, from the labelled cases and from
//     their mutations run in a real bash, inside a folder that is its whole
//     world, without a network, under the eyes of a recorder that sees every
//     program start (internal/tools/recorder). Each argv that bash executed must
//     have been foreseen by internal/shell, and nine tenths of the scripts must be
//     fully resolved.
//
// The grammar is statements that are put together (grammar_test.go) and templates
// with random words (templates_test.go). To prove a construct that they do not
// have yet, add a line to the templates.
//
// SENTINEL_PROOF_SCRIPTS says how many scripts, SENTINEL_PROOF_SEED which ones: the
// same seed makes the same scripts. SENTINEL_PROOF_ONLY runs some of them alone,
// by the numbers that stand with what was not foreseen, and SENTINEL_PROOF_KIND
// those of one kind. SENTINEL_PROOF_WHY=N lists the N most frequent reasons why
// scripts are not resolved, SENTINEL_PROOF_SHOW the scripts of one. A machine that
// cannot make the sandbox skips the test and says why; with SENTINEL_PROOF_MUST=1
// it fails.
package proof
