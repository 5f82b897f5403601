/**
 * What a session keeps from one transaction to the next: behind a pooler in transaction mode the next one runs
 * on another connection, and somebody else inherits what was left on this one.
 */

const OF_A_SESSION = [
  /\bpg_(?:try_)?advisory_(?:un)?lock/,
  /^\s*set\s+(?!local\b|transaction\b|constraints\b)/,
  /\bset_config\s*\(.*,\s*false\s*\)/,
  /^\s*(?:listen|unlisten|prepare|execute|deallocate|discard|reset|load)\b/,
  /\bcreate\s+(?:temp|temporary)\b|\binto\s+(?:temp|temporary)\b/,
  /\bwith\s+hold\b/,
  /\b(?:curr|last)val\s*\(/,
]

/** Those of `statements` that leave, or look for, something in their session. */
export function findSessionState(statements: Iterable<string>): string[] {
  return [...statements].filter((text) =>
    OF_A_SESSION.some((pattern) => pattern.test(text.toLowerCase())),
  )
}
