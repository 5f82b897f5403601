/** Splits SQL into its statements: Citus rejects several in one message. */

/**
 * Follows https://www.postgresql.org/docs/18/sql-syntax-lexical.html. A quote, body or comment without an end lasts to
 * the end of the text, where PostgreSQL reports it.
 */
const TOKEN = new RegExp(
  [
    String.raw`\s+|--[^\n\r]*`,
    String.raw`\/\*`,
    String.raw`[eE]'(?:[^'\\]|\\[^]|'')*(?:'|$)`,
    String.raw`'[^']*(?:'|$)`,
    String.raw`"[^"]*(?:"|$)`,
    String.raw`\$((?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?)\$[^]*?(?:\$\1\$|$)`,
    // A name may contain "$", and ends before a quote: "date'2026-11-28'" has no escapes.
    String.raw`[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*`,
    '[^]',
  ].join('|'),
  'y',
)

/**
 * The statements in their order, without the comments and white space between them. Bodies written with `begin atomic`
 * and rules with several commands would be torn apart: no migration may use them.
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let from: number | undefined
  let end = 0
  function finish(): void {
    if (from !== undefined) statements.push(sql.slice(from, end))
    from = undefined
  }
  for (const token of readTokens(sql)) {
    if (token.text === ';') finish()
    else {
      from ??= token.at
      end = token.at + token.text.length
    }
  }
  finish()
  return statements
}

type Token = { text: string; at: number }

/** Leaves out comments and white space. The two parts of a doubled quote are two tokens. */
function* readTokens(sql: string): Generator<Token> {
  for (let at = 0; at < sql.length;) {
    TOKEN.lastIndex = at
    const text = TOKEN.exec(sql)?.[0] ?? ''
    if (text === '/*') {
      at = findEndOfComment(sql, at)
      continue
    }
    if (!/^(?:\s|--)/.test(text)) yield { text, at }
    at += text.length
  }
}

/** Comments can be nested. */
function findEndOfComment(sql: string, from: number): number {
  let depth = 0
  for (const { 0: mark, index } of sql.slice(from).matchAll(/\/\*|\*\//g)) {
    depth += mark === '/*' ? 1 : -1
    if (depth === 0) return from + index + mark.length
  }
  return sql.length
}
