export const Sentinel = async ({ client, directory, worktree }) => {
  const about = (name, rest) => ({ hook_event_name: name, cwd: directory, worktree, ...rest })
  return {
    "tool.execute.before": async (input, output) => {
      const answer = await ask(
        about("tool.execute.before", {
          tool: input.tool,
          sessionID: input.sessionID,
          callID: input.callID,
          tool_input: output.args,
          // The client's own prompt may have been answered for good already, so
          // that the gate must not leave a question to it.
          attended: false,
        }),
      )
      if (answer.decision !== "allow" && answer.decision !== "none") throw new Error(answer.reason)
      replace(output.args, answer.input)
    },
    "tool.execute.after": async (input, output) => {
      const exit = output && output.metadata && output.metadata.exit
      await ask(
        about("tool.execute.after", {
          tool: input.tool,
          sessionID: input.sessionID,
          callID: input.callID,
          args: input.args,
          tool_response: { metadata: { exit } },
        }),
      )
    },
    event: async ({ event }) => {
      if (event.type === "session.created") await ask(about("event", { event }))
      if (event.type !== "permission.asked") return
      // The client is about to ask: spare the person what the gate lets through.
      const asked = event.properties
      const answer = await ask(about("permission.asked", { permission: asked }))
      const response = { allow: "once", deny: "reject" }[answer.decision]
      if (!response) return
      await client
        .postSessionIdPermissionsPermissionId({ path: { id: asked.sessionID, permissionID: asked.id }, body: { response } })
        .catch(() => {})
    },
  }
}
