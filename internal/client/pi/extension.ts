export default function (pi) {
  const about = (name, ctx, rest) => {
    let id = ""
    try {
      id = ctx.sessionManager.getSessionId() || ""
    } catch {}
    return { hook_event_name: name, cwd: ctx.cwd, has_ui: ctx.hasUI === true, session_id: id, ...rest }
  }
  pi.on("tool_call", async (event, ctx) => {
    try {
      const answer = await ask(
        about("tool_call", ctx, { tool_name: event.toolName, tool_call_id: event.toolCallId, tool_input: event.input }),
      )
      if (answer.decision === "ask") {
        const yes = ctx.hasUI === true && (await ctx.ui.confirm("Allow this call?", answer.reason))
        if (yes !== true) return { block: true, reason: "A person said no.\n" + answer.reason }
      } else if (answer.decision !== "allow" && answer.decision !== "none") {
        return { block: true, reason: answer.reason }
      }
      replace(event.input, answer.input)
    } catch (e) {
      const why = String(e && e.message)
      return { block: true, reason: why.startsWith("Refused") ? why : "Refused: " + why }
    }
  })
  pi.on("tool_result", async (event, ctx) => {
    const { toolName, toolCallId, input, isError } = event
    await ask(about("tool_result", ctx, { event: { toolName, toolCallId, input, isError: isError === true } }))
  })
  for (const name of ["session_start", "session_shutdown"])
    pi.on(name, async (event, ctx) => {
      await ask(about(name, ctx, { event: { reason: event.reason } }))
    })
}
