/**
 * Finds statements that change the state of a session. Behind a pooler in transaction mode the next transaction
 * runs on another connection, and another request inherits the state.
 */

const SESSION_STATE = [
  /\bpg_(?:try_)?advisory_(?:un)?lock/,
  /^\s*set\s+(?!local\b|transaction\b|constraints\b)/,
  /\bset_config\s*\(.*,\s*false\s*\)/,
  /^\s*(?:listen|unlisten|prepare|deallocate|discard|reset|load)\b/,
  // Not the command of PL/pgSQL that runs a text.
  /^\s*execute\s+(?!format\(|replace\()/,
  /\bcreate\s+(?:temp|temporary)\b|\binto\s+(?:temp|temporary)\b/,
  /\bwith\s+hold\b/,
  /\b(?:curr|last)val\s*\(/,
]

/** The statements that set or read the state of a session. */
export function findSessionState(statements: Iterable<string>): string[] {
  return [...statements].filter((text) =>
    SESSION_STATE.some((pattern) => pattern.test(text.toLowerCase())),
  )
}
