/** Places that a sentence names beside its two stops (SPEC C505, C553). */
import { DAY_TEXT } from '#core/confirmations/values/days.ts'
import { anyCase } from '#core/confirmations/values/places.ts'
import { STATE_NAME, toState } from '#core/confirmations/values/zip-states.ts'
import { DROP, PICK } from './sentence-words.ts'

/** `names`: "dallas, tx". "Atlanta, GA and Macon, GA on 11/26": the sentence, or another one about stops, names a place that is neither, or a name stands behind a place. */
export function namesFurther(
  text: string,
  match: RegExpExecArray,
  names: readonly string[],
): boolean {
  const sentence = sentenceAround(text, match)
  const others = text.split(SENTENCE_END).filter((other) => STOP_WORD.test(other))
  const found = [sentence, ...others].flatMap((one) => [...one.matchAll(CITY_STATE)])
  const isFurther = found.some(({ groups }) => {
    const { before = '', state, bare } = groups ?? {}
    const code = toState(state ?? bare ?? '')
    return code !== null && !names.some((name) => `${before}, ${code}`.toLowerCase().endsWith(name))
  })
  return (
    isFurther ||
    FURTHER_DAY.test(sentence) ||
    ['a', 'b'].some((name) => FURTHER_CITY.test(text.slice(endOf(match, name))))
  )
}

function endOf({ indices }: RegExpExecArray, name: string): number {
  return Math.max(...['State', 'Zip'].map((part) => indices?.groups?.[name + part]?.[1] ?? 0))
}

/** "Waco, TX", "Waco, Texas" and "Waco TX". `before`: its words with a capital. */
const CITY_STATE = new RegExp(
  `(?<before>(?:[A-Z][A-Za-z.'’-]* ){0,4}[A-Z][A-Za-z.'’-]*[A-Za-z.]{2})(?:,\\s?(?<state>[A-Z]{2}|${anyCase(STATE_NAME)})\\b|(?<=[a-z])\\s(?<bare>[A-Z]{2})\\b)`,
  'g',
)

const SENTENCE_END = /(?<!\b[FMS]t)[.!?;]\s/
const STOP_WORD = new RegExp(`\\b(?:${PICK}|${DROP}|[Ss]tops?)\\b`)

/** "… and Macon on 11/26". */
const FURTHER_DAY = new RegExp(
  `(?:\\b(?:and|AND|plus)\\s|&\\s?)(?!${DROP}\\b)(?!(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\b)[A-Z][A-Za-z.]+(?: [A-Z][a-z]+){0,2},? (?:(?:on|ON|by|BY) )?${DAY_TEXT}`,
)

/** "… and Macon", but not "… and Deliver". */
const FURTHER_CITY = new RegExp(
  `^[\\s,]*(?:[Aa]nd|AND|[Oo]r|OR|[Pp]lus|via|&|\\/|\\+)\\s*(?!${DROP}\\b)[A-Z][A-Za-z]`,
)

export function sentenceAround(text: string, { index, 0: matched }: RegExpExecArray): string {
  const before = text.slice(0, index)
  const start = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
  )
  const rest = text.slice(index + matched.length)
  const end = /[.!?](?:\s|$)/.exec(rest)?.index ?? rest.length
  return text.slice(start + 1, index + matched.length + end)
}
