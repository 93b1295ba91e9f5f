import { spawn } from "node:child_process"

const COMMAND = __COMMAND__
const LIMIT = __LIMIT__ // milliseconds; the gate itself ends before
const LARGEST = 16 << 20 // characters of an answer

// ask hands an event to the gate and gives its answer. It never fails and always
// comes to an end: whatever goes wrong is a refusal.
function ask(event, command = COMMAND, limit = LIMIT) {
  return new Promise((resolve) => {
    let child
    let out = ""
    let err = ""
    const deny = (reason) => end({ decision: "deny", reason })
    const end = (answer) => {
      clearTimeout(timer)
      resolve(answer)
      if (child && child.exitCode === null) child.kill("SIGKILL")
    }
    const timer = setTimeout(() => deny(`Refused: the gate did not answer within ${limit / 1000} seconds.`), limit)
    try {
      const text = JSON.stringify(event)
      child = spawn(command[0], command.slice(1), { stdio: ["pipe", "pipe", "pipe"], windowsHide: true })
      child.on("error", (e) => deny(`Refused: the gate could not be started: ${e.message}. Run sentinel doctor.`))
      child.on("close", (code, signal) => end(read(out, err, code, signal)))
      child.stdin.on("error", () => {}) // it may end before it has read everything
      child.stdout.setEncoding("utf8")
      child.stderr.setEncoding("utf8")
      child.stdout.on("data", (d) => {
        out += d
        if (out.length > LARGEST) deny("Refused: the gate's answer has no end.")
      })
      child.stderr.on("data", (d) => {
        if (err.length < 65536) err += d
      })
      child.stdin.end(text)
    } catch (e) {
      deny(`Refused: the gate could not be asked: ${e && e.message}.`)
    }
  })
}

// read takes the gate's output for an answer. Silence is none.
function read(out, err, code, signal) {
  let answer = null
  try {
    answer = JSON.parse(out)
  } catch {}
  const known = answer !== null && typeof answer === "object" && !Array.isArray(answer)
  const said = known && typeof answer.reason === "string" && answer.reason.trim() ? answer.reason : err.trim()
  if (code === 2) return { decision: "deny", reason: said || "Refused by the gate." }
  if (code !== 0) return { decision: "deny", reason: `Refused: the gate ended with ${signal || "code " + code}. ${err.trim()}`.trim() }
  if (!known || !["allow", "none", "ask", "deny"].includes(answer.decision))
    return { decision: "deny", reason: "Refused: the gate gave no answer that can be read." }
  return { decision: answer.decision, reason: said || "Refused by the gate.", input: answer.input }
}

// replace puts the gate's input in the place of a call's. What is no object
// refuses.
function replace(args, input) {
  if (input === undefined || input === null) return
  if (typeof input !== "object" || Array.isArray(input)) throw new Error("Refused: the gate's input is no object.")
  for (const name of Object.keys(args)) delete args[name]
  Object.assign(args, input)
}
