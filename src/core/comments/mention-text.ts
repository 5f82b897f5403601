/** Mentions in the text of a comment: "@Ann Lee" (SPEC C85). */
import type { NamedPerson } from './comments.ts'

/** A piece of a text; `name`: the person it mentions. */
export type TextPart = { text: string; name: string | null }

/** The text from an "@" to the caret. `from`: the position of the "@". */
export type MentionQuery = { from: number; typed: string }

const LONGEST_QUERY = 40
/** An "@" within a word is an email address. */
const BEFORE = /[\s(]/
const WORD = /[\p{L}\p{N}]/u

/** Splits a text at the mentions of these names. If "Ann" and "Ann Lee" both match, the longer name counts. */
export function splitMentions(text: string, names: string[]): TextPart[] {
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const parts: TextPart[] = []
  let start = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = startsMention(text, at)
      ? longestFirst.find((candidate) => isNamedAt(text, at + 1, candidate))
      : undefined
    if (name === undefined) continue
    const end = at + 1 + name.length
    if (at > start) parts.push({ text: text.slice(start, at), name: null })
    parts.push({ text: text.slice(at, end), name })
    start = end
    at = end - 1
  }
  if (start < text.length) parts.push({ text: text.slice(start), name: null })
  return parts
}

/** The people that the text mentions by name. */
export function findMentioned(text: string, people: NamedPerson[]): NamedPerson[] {
  const names = people.map(({ name }) => name)
  const mentioned = new Set(splitMentions(text, names).map((part) => part.name?.toLowerCase()))
  return people.filter(({ name }) => mentioned.has(name.toLowerCase()))
}

/** Null if no mention is being typed at the caret. */
export function findQuery(text: string, caret: number): MentionQuery | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from === -1 || !startsMention(text, from)) return null
  const typed = text.slice(from + 1, caret)
  const isName = !/[\n@]|^\s|\s\s/.test(typed) && typed.length <= LONGEST_QUERY
  return isName ? { from, typed } : null
}

/** The people with a word in their name that begins with what was typed. */
export function matchPeople(people: NamedPerson[], typed: string): NamedPerson[] {
  const wanted = typed.toLowerCase()
  return people.filter(({ name }) => {
    const lower = name.toLowerCase()
    return lower.startsWith(wanted) || lower.includes(` ${wanted}`)
  })
}

/** Replaces what was typed with the name, followed by a space. */
export function insertMention(
  text: string,
  { from, typed }: MentionQuery,
  name: string,
): { text: string; caret: number } {
  const rest = text.slice(from + 1 + typed.length)
  const mention = `@${name}${rest.startsWith(' ') ? '' : ' '}`
  const caret = from + mention.length + (rest.startsWith(' ') ? 1 : 0)
  return { text: text.slice(0, from) + mention + rest, caret }
}

function startsMention(text: string, at: number): boolean {
  return at === 0 || BEFORE.test(text.charAt(at - 1))
}

/** Case is ignored. "@Ann" is not in "@Annabel". */
function isNamedAt(text: string, start: number, name: string): boolean {
  const end = start + name.length
  return text.slice(start, end).toLowerCase() === name.toLowerCase() && !WORD.test(text.charAt(end))
}
