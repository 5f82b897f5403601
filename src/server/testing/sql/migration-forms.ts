/**
 * Forms in migrations that a database on several machines (Citus 13.2.2) cannot run in place (SPEC C260).
 * Returns what is wrong with a migration's text, [] if nothing.
 */

type Form = { why: string; test: (statement: string) => boolean }

const FORMS: Form[] = [
  {
    why: 'two changes in one "alter table": write one statement for each',
    test: (text) => /^alter table\b/.test(text) && splitAt(text, ',').length > 1,
  },
  {
    why: 'two objects in one "drop": write one statement for each',
    test: (text) => /^drop\b/.test(text) && splitAt(text, ',').length > 1,
  },
  {
    why: 'a new column with an identity: add it to a new table, or fill a plain column',
    test: (text) => isNewColumn(text) && /\b(?:identity|(?:big|small)?serial)\b/.test(text),
  },
  {
    why: 'a new column with a constraint: add the constraint in a separate statement',
    test: (text) =>
      isNewColumn(text) && /\b(?:references|primary key|unique|check|constraint)\b/.test(text),
  },
  {
    why: 'a new column whose default is not the same for each row: fill it in a separate statement',
    test: (text) =>
      isNewColumn(text) &&
      /\bdefault\b.*\b(?:gen_random_uuid|uuidv7|random|nextval|clock_timestamp|timeofday)\s*\(/s.test(
        text,
      ),
  },
  {
    why: 'a link with "set null" or "set default": the store clears links',
    test: (text) => /\bon delete set (?:null|default)\b/.test(text),
  },
  {
    why: 'a function that is not immutable within "case" or "coalesce" of a change: calculate it before the change',
    test: (text) => isChange(text) && listCases(text).some((part) => UNSTABLE.test(part)),
  },
  {
    why: 'a function that is not immutable in "returning" of a change: calculate it in a separate statement',
    test: (text) =>
      isChange(text) && listAfter(text, /\breturning\b/g).some((part) => UNSTABLE.test(part)),
  },
  {
    why: 'a stable function of a column in a change: calculate it before the change',
    test: (text) =>
      /^(?:update|delete)\b/.test(text) &&
      listAfter(
        removeQueries(text.replace(/\breturning\b.*$/, '')),
        new RegExp(UNSTABLE, 'g'),
      ).some((part) => /\b[a-z]\w*\b(?!\s*\()/.test(part)),
  },
  {
    why: 'a volatile function in a change: calculate it before the change',
    test: (text) => /^(?:update|delete)\b/.test(text) && VOLATILE.test(text),
  },
]

const VOLATILE = /\b(?:clock_timestamp|timeofday|random|gen_random_uuid|uuidv7|nextval)\s*\(/

/** Functions that are not immutable, as far as migrations may need them. */
const UNSTABLE =
  /\b(?:now|clock_timestamp|statement_timestamp|random|gen_random_uuid|nextval|to_char|to_date|to_timestamp|concat|concat_ws|format|to_jsonb|jsonb_build_object|current_setting)\s*\(/

export function findRejectedChanges(migration: string): string[] {
  return splitAt(removeQuoted(migration), ';').flatMap((statement) => {
    const text = statement.replace(/\s+/g, ' ').trim().toLowerCase()
    return FORMS.filter(({ test }) => test(text)).map(({ why }) => `${why}: ${text}`)
  })
}

/** Removes comments, the bodies of functions and other texts. */
function removeQuoted(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
}

function isNewColumn(text: string): boolean {
  return /^alter table\b.*\badd (?!constraint|primary|unique|foreign|check|exclude)/s.test(text)
}

/** Splits only outside of parentheses. */
function splitAt(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth++
    if (letter === ')') depth--
    if (letter === separator && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
}

function isChange(text: string): boolean {
  return /^(?:update|insert|with|delete)\b/.test(text)
}

/** The contents of each `case … end` and `coalesce(…)`; of nested ones the outer. */
function listCases(text: string): string[] {
  return [
    ...listAfter(text, /\bcoalesce\s*\(/g),
    ...[...text.matchAll(/\bcase\b(.*?)\bend\b/gs)].map(([, part]) => part ?? ''),
  ]
}

/** The text after each match, up to the parenthesis that ends it. */
function listAfter(text: string, start: RegExp): string[] {
  return [...text.matchAll(start)].map(({ index, 0: { length } }) => {
    const rest = text.slice(index + length)
    return rest.slice(0, findEnd(rest))
  })
}

/** The position of the parenthesis that has no opening one, or else of the end. */
function findEnd(text: string): number {
  let depth = 1
  const end = [...text].findIndex((letter) => {
    if (letter === '(') depth++
    if (letter === ')') depth--
    return depth === 0
  })
  return end < 0 ? text.length : end
}

/** Without the queries in parentheses: what they calculate may be used. */
function removeQueries(text: string): string {
  const start = /\(\s*select\b/.exec(text)
  if (!start) return text
  const rest = text.slice(start.index + 1)
  return text.slice(0, start.index) + removeQueries(rest.slice(findEnd(rest) + 1))
}
