/**
 * Forms of SQL that a database on several machines (Citus) rejects only where a statement reads the rows of several accounts
 * (SPEC C259): row locks, and subqueries that each row of another table decides. The text is checked.
 */

const ROW_LOCK = /\bfor (?:no key update|update|share|key share)\b/
const TABLE = /\b(?:from|join|using|update|into) (?:lateral )?"?(\w+)"?(?: (?:as )?"?(\w+)"?)?/g
const KEYWORD =
  /^(?:as|cross|for|full|group|inner|join|left|limit|natural|on|order|returning|right|select|set|union|using|values|where)$/

/** `statements`: on one line. `serverTables`: the tables without an account, which each machine has. */
export function findFormsRejectedAcross(
  statements: Iterable<string>,
  serverTables: Set<string>,
): string[] {
  return [...statements].flatMap((statement) => {
    const text = statement.toLowerCase()
    const found = [
      ...(ROW_LOCK.test(text) ? ['a row lock across accounts'] : []),
      ...(hasCorrelatedSubquery(text, serverTables)
        ? ['a correlated subquery across accounts']
        : []),
    ]
    return found.map((form) => `${form}: ${statement}`)
  })
}

/** One that is correlated by the account has its rows on the same machine, unless a table without an account takes part. */
function hasCorrelatedSubquery(text: string, serverTables: Set<string>): boolean {
  const readsServerTable = listTables(text).some(({ table }) => serverTables.has(table))
  return listSubqueries(text).some(({ inside, outside }) => {
    const [own, outer] = [inside, outside].map(
      (part) => new Set(listTables(part).map(({ name }) => name)),
    )
    const used = [...inside.matchAll(/"?\b(\w+)"?\."?\w+/g)].map(([, name = '']) => name)
    const correlated = used.filter((name) => !own?.has(name) && outer?.has(name))
    return (
      correlated.length > 0 &&
      (readsServerTable || !correlated.some((name) => isOfAccount(inside, name)))
    )
  })
}

function isOfAccount(inside: string, outer: string): boolean {
  return new RegExp(String.raw`user_id"? = "?${outer}"?\."?user_id\b`).test(inside)
}

/** `name`: its alias if it has one. */
function listTables(text: string): { table: string; name: string }[] {
  return [...text.matchAll(TABLE)].map(([, table = '', alias = '']) => ({
    table,
    name: alias && !KEYWORD.test(alias) ? alias : table,
  }))
}

/** Each subquery in parentheses, and the text around it. */
function listSubqueries(text: string): { inside: string; outside: string }[] {
  return [...text.matchAll(/\( ?select\b/g)].map(({ index }) => {
    let depth = 0
    let end = index
    do {
      if (text[end] === '(') depth++
      if (text[end] === ')') depth--
      end++
    } while (depth > 0 && end < text.length)
    return { inside: text.slice(index, end), outside: text.slice(0, index) + text.slice(end) }
  })
}
