/**
 * Rejects common passwords and those made of the person's own words, by the estimate of zxcvbn (SPEC S03). Without its English
 * words, which take 40 MB of memory: `TRADE_WORDS` and the account's own words reject most of what they would.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { accountMessages } from '#core/messages.ts'
import { badField } from '#server/errors.ts'

/** A password that takes fewer guesses is easy, whatever it is made of. */
const EASY_GUESSES = 100_000
/**
 * Eight unknown characters take 10^8 guesses by the estimate, and fewer if two of them repeat. So a password between the two is
 * refused only if it is a word with digits or signs around it: "Summer2026!".
 */
const WORD_GUESSES = 100_000_000
/** The estimate of a long password would take seconds. A strong beginning makes a strong password. */
const ESTIMATED_LENGTH = 32
const SHORTEST_WORD = 3

/** Words that an attacker would try first in trucking. */
const TRADE_WORDS = (
  'haulbook settlement settlements trucking trucker trucks truck driver freight freightliner kenworth peterbilt ' +
  'volvo dispatch dispatcher carrier logistics transport hauling trailer loads'
).split(' ')

const ADVICE =
  'Try eight random characters, or three words that have nothing to do with each other.'

/** The message for each weakness, by its name in zxcvbn. */
const REASONS: Record<string, string> = {
  topTen: 'It is one of the most common passwords.',
  topHundred: 'It is one of the most common passwords.',
  common: 'It is a common password.',
  similarToCommon: 'It is like a common password.',
  wordByItself: 'It is a single word.',
  namesByThemselves: 'It is a name.',
  commonNames: 'It is a name.',
  simpleRepeat: 'It repeats the same characters.',
  extendedRepeat: 'It repeats the same characters.',
  straightRow: 'It follows the keyboard.',
  keyPattern: 'It follows the keyboard.',
  sequences: 'It is a sequence, like abc or 123.',
  dates: 'It contains a date.',
  recentYears: 'It contains a year.',
  associatedYears: 'It contains a year.',
}

let loading: Promise<ZxcvbnFactory> | undefined

/** Texts that others know about the person. */
export type KnownTexts = {
  email: string
  names: (string | null | undefined)[]
  company?: string | null
}

/** Throws 400 at `field` for a common password, and for one that is made of a known word, with the reason (SPEC S03). */
export async function rejectWeakPassword(
  field: string,
  password: string,
  about: KnownTexts,
): Promise<void> {
  const weakness = await describeWeakness(password, about)
  if (weakness !== undefined) throw badField(field, weakness)
}

/** Why a password is too easy to guess, with what to do; undefined if it is strong enough. */
export async function describeWeakness(
  password: string,
  about: KnownTexts,
): Promise<string | undefined> {
  loading ??= loadEstimate()
  const estimate = await loading
  const typed = password.normalize('NFKC')
  const known = listKnown(about)
  // "I love you" and "joe.miller" are as easy without the marks between the words.
  const joined = typed.replaceAll(SEPARATORS, '')
  const reason =
    findWeakness(estimate, typed, known) ??
    findWeakness(estimate, joined, known, { onlyWords: true })
  return reason === undefined
    ? undefined
    : [accountMessages.tooEasy, reason, ADVICE].filter(Boolean).join(' ')
}

const SEPARATORS = /[\s._@-]+/g
/** Letters and digits that a password needs beside known words and a year. */
const LEAST_BESIDE_WORDS = 5
const YEAR = /(?:19|20)\d\d/g

/** The reason, blank if none is known; undefined if the text is strong enough. `onlyWords`: a text of other characters is not judged. */
function findWeakness(
  estimate: ZxcvbnFactory,
  password: string,
  known: ReadonlyMap<string, string>,
  { onlyWords = false } = {},
): string | undefined {
  const text = password.slice(0, ESTIMATED_LENGTH)
  const own = findOwnWords(text, known)
  if (own) return `It contains ${own}.`
  const { guesses, sequence, feedback } = estimate.check(text, [...known.keys()])
  const words = sequence.filter(({ pattern }) => pattern === 'dictionary')
  const length = words.reduce((sum, { token }) => sum + token.length, 0)
  const rest = words.reduceRight((left, { i, j }) => left.slice(0, i) + left.slice(j + 1), text)
  const isWord = length * 2 > text.length && !/\p{L}/u.test(rest)
  if (onlyWords && !isWord) return undefined
  if (guesses >= (isWord ? WORD_GUESSES : EASY_GUESSES)) return undefined
  return REASONS[feedback.warning ?? ''] ?? ''
}

/** What the known word is that makes nearly all of the text: "your name". */
function findOwnWords(text: string, known: ReadonlyMap<string, string>): string | undefined {
  let rest = text.toLowerCase()
  let first: string | undefined
  for (const [word, what] of [...known].toSorted(([a], [b]) => b.length - a.length)) {
    if (!rest.includes(word)) continue
    rest = rest.replaceAll(word, ' ')
    first ??= what
  }
  const left = rest.replaceAll(YEAR, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
  return left.length < LEAST_BESIDE_WORDS ? first : undefined
}

/** What others know, in lower case, each with what it is: "your email". The first one counts. */
function listKnown({ email, names, company }: KnownTexts): Map<string, string> {
  const known = new Map<string, string>()
  const add = (text: string | null | undefined, what: string) => {
    const whole = (text ?? '').normalize('NFKC').toLowerCase()
    for (const word of [whole, ...whole.split(/[^\p{L}\p{N}]+/u)])
      if (word.length >= SHORTEST_WORD && !known.has(word)) known.set(word, what)
  }
  for (const name of names) add(name, 'your name')
  add(email, 'your email')
  add(company, 'the name of your company')
  for (const word of TRADE_WORDS) add(word, `“${word}”, a word of the trade`)
  return known
}

/** Loads the estimate when it is first needed, because 30,000 passwords take memory. */
async function loadEstimate(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_LENGTH })
}
