export const Sentinel = async ({ client, directory, worktree }) => {
  const parents = new Map() // of sessions that another one started
  const allowed = new Set() // calls that the gate lets through, by session and id
  const most = 10_000
  const root = (id) => {
    for (let i = 0; i < 100 && parents.has(id); i++) id = parents.get(id)
    return id
  }
  const about = (name, session, rest) => ({
    hook_event_name: name,
    cwd: directory,
    worktree,
    sessionID: session,
    rootSessionID: root(session),
    ...rest,
  })
  return {
    "tool.execute.before": async (input, output) => {
      const { tool, sessionID, callID } = input
      const answer = await ask(about("tool.execute.before", sessionID, { tool, callID, tool_input: output.args }))
      if (answer.decision !== "allow" && answer.decision !== "none") throw new Error(answer.reason)
      replace(output.args, answer.input)
      if (allowed.size > most) allowed.clear()
      if (answer.decision === "allow" && callID) allowed.add(sessionID + " " + callID)
    },
    "tool.execute.after": async (input, output) => {
      const { tool, sessionID, callID, args } = input
      allowed.delete(sessionID + " " + callID)
      const exit = output && output.metadata && output.metadata.exit
      await ask(about("tool.execute.after", sessionID, { tool, callID, args, tool_response: { metadata: { exit } } }))
    },
    event: async ({ event }) => {
      const told = event.properties || {}
      if (event.type === "session.created") {
        const id = told.sessionID || (told.info && told.info.id)
        const parent = told.info && told.info.parentID
        if (parents.size > most) parents.clear()
        if (id && parent) parents.set(id, parent)
        if (id) await ask(about("event", id, { event: { type: event.type, properties: { sessionID: id } } }))
      }
      if (event.type !== "permission.asked") return
      // The client is about to ask what the gate has let through already: spare
      // the person that.
      const call = (told.tool && told.tool.callID) || told.callID
      if (!call || !allowed.has(told.sessionID + " " + call)) return
      await client
        .postSessionIdPermissionsPermissionId({ path: { id: told.sessionID, permissionID: told.id }, body: { response: "once" } })
        .catch(() => {})
    },
  }
}
