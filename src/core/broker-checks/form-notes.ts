/** Checks a broker's own data and lists notes. A note does not block anything (SPEC C228). */
import { brokerKeys, docketKey, usdotKey } from './numbers.ts'
import type { FileRow } from './file-kinds.ts'
import { findLettersOf, sharesWord, toWords } from './name-words.ts'

/** The fields of a broker that are checked. */
export type CheckedBroker = {
  id: number
  companyName: string
  phone: string | null
  email: string | null
  mcNumber: string | null
  dotNumber: string | null
}

/** `others`: all brokers of the account. `rows`: what the newest files have about the broker. */
export function listFormNotes(
  broker: CheckedBroker,
  others: readonly CheckedBroker[],
  rows: readonly FileRow[],
): string[] {
  return [
    ...noteNumbers(broker),
    ...noteDuplicates(broker, others),
    ...noteEmail(broker),
    ...notePhone(broker, rows),
    ...noteLegalName(broker, rows),
  ]
}

function noteNumbers({ mcNumber, dotNumber }: CheckedBroker): string[] {
  const notes: string[] = []
  if (!mcNumber && !dotNumber)
    notes.push('No MC or DOT number: a file can’t be searched for this broker.')
  if (mcNumber && !docketKey(mcNumber)) notes.push(`MC number “${mcNumber}” is not 1 to 8 digits.`)
  if (dotNumber && !usdotKey(dotNumber))
    notes.push(`DOT number “${dotNumber}” is not 1 to 8 digits.`)
  return notes
}

/** "MC-123456" and "0123456" are the same number, although the texts differ. */
function noteDuplicates(broker: CheckedBroker, others: readonly CheckedBroker[]): string[] {
  const own = brokerKeys(broker)
  return others
    .filter(({ id }) => id !== broker.id)
    .flatMap((other) =>
      brokerKeys(other)
        .filter((key) => own.includes(key))
        .map((key) => `${key} is also the number of ${other.companyName}.`),
    )
}

const FREE_MAIL = new Set([
  ...['gmail', 'googlemail', 'yahoo', 'ymail', 'rocketmail', 'hotmail', 'outlook', 'live', 'msn'],
  ...['aol', 'icloud', 'me', 'mac', 'proton', 'protonmail', 'pm', 'gmx', 'mail', 'zoho', 'yandex'],
  ...['comcast', 'sbcglobal', 'att', 'verizon', 'bellsouth', 'cox', 'charter', 'earthlink'],
])

function noteEmail({ companyName, email }: CheckedBroker): string[] {
  const domain = email?.split('@')[1]?.toLowerCase()
  const label = domain?.split('.').at(-2)
  if (!domain || !label) return []
  if (FREE_MAIL.has(label))
    return [`${domain} is a free email service: anyone can have an address there.`]
  const name = findLettersOf(companyName)
  const letters = findLettersOf(label)
  const words = toWords(companyName)
  const isNamed =
    name.includes(letters) ||
    words.some((word) => letters.includes(word)) ||
    letters.startsWith(initials(companyName))
  return isNamed || name === '' ? [] : [`Email domain ${domain} does not match the company name.`]
}

/** The first letter of every word: "Total Quality Logistics" is "tql". A single letter is not enough to compare. */
function initials(name: string): string {
  const letters =
    name
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.map((word) => word[0]) ?? []
  return letters.length > 1 ? letters.join('') : '\0'
}

function notePhone({ phone }: CheckedBroker, rows: readonly FileRow[]): string[] {
  const own = readDigits(phone ?? '')
  const filed = rows.map(({ PHONE = '' }) => PHONE).find((text) => readDigits(text) !== null)
  if (own === null || !filed || readDigits(filed) === own) return []
  return [`Phone differs from the file’s: ${formatDigits(readDigits(filed) ?? '')}.`]
}

function noteLegalName({ companyName }: CheckedBroker, rows: readonly FileRow[]): string[] {
  const names = rows.flatMap(({ LEGAL_NAME, DBA_NAME }) => [LEGAL_NAME, DBA_NAME]).filter(Boolean)
  const [first] = names
  if (!first || names.some((name) => sharesWord(companyName, name ?? ''))) return []
  return [`The file has this number under another name: ${first}.`]
}

const PHONE_DIGITS = 10

/** Ten digits without country code and extension. Null if there are fewer digits. */
function readDigits(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^1/, '')
  return digits.length < PHONE_DIGITS ? null : digits.slice(0, PHONE_DIGITS)
}

function formatDigits(digits: string): string {
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}
