/**
 * Rejects passwords that are easy to guess, by the estimate of zxcvbn (SPEC S03). Without its English words, which take 40 MB of
 * memory: `TRADE_WORDS` and the account's own words reject most of what they would.
 */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { accountMessages } from '#core/messages.ts'
import { badField } from '#server/errors.ts'

/** The minimum score, from 0 to 4. A score of 3 means more than 100 million guesses. */
const MIN_SCORE = 3
/** The estimate of a long password would take seconds. A strong beginning makes a strong password. */
const ESTIMATED_LENGTH = 32
const SHORTEST_WORD = 3

/** Words that an attacker would try first in trucking. */
const TRADE_WORDS = (
  'haulbook settlement settlements trucking trucker trucks truck driver freight freightliner kenworth peterbilt ' +
  'volvo dispatch dispatcher carrier logistics transport hauling trailer loads'
).split(' ')

const ADVICE = 'Try three or four words that have nothing to do with each other.'

/** The message for each weakness, by its name in zxcvbn. */
const REASONS: Record<string, string> = {
  userInputs: 'It contains your email, your name, your company or a trucking term.',
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

/**
 * Throws 400 at `field` for a password that is easy to guess. `about`: texts that others know, such as the email and
 * the company's name.
 */
export async function rejectWeakPassword(
  field: string,
  password: string,
  about: (string | null | undefined)[],
): Promise<void> {
  loading ??= loadEstimate()
  const estimate = await loading
  const beginning = password.normalize('NFKC').slice(0, ESTIMATED_LENGTH)
  const { score, feedback } = estimate.check(beginning, [...TRADE_WORDS, ...listWords(about)])
  if (score >= MIN_SCORE) return
  const reasons = [accountMessages.tooEasy, REASONS[feedback.warning ?? ''], ADVICE]
  throw badField(field, reasons.filter(Boolean).join(' '))
}

/** Lists the texts and their words. */
function listWords(about: (string | null | undefined)[]): string[] {
  const texts = about.flatMap((text) => (text ? [text.normalize('NFKC').toLowerCase()] : []))
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return words.filter((word) => word.length >= SHORTEST_WORD)
}

/** Loads the estimate when it is first needed, because 30,000 passwords take memory. */
async function loadEstimate(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new Factory({ dictionary, graphs: adjacencyGraphs, maxLength: ESTIMATED_LENGTH })
}
