/** Checks a broker's own data and lists notes. A note does not block anything (SPEC C228). */
import { listDomains } from '#core/mail/addresses.ts'
import type { FileRow } from './file-kinds.ts'
import { brokerKeys, docketKey, usdotKey } from './numbers.ts'

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
    ...listDomains(broker.email).flatMap((domain) => noteDomain(broker, domain)),
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

function noteDomain({ companyName }: CheckedBroker, domain: string): string[] {
  const label = domain.split('.').at(-2)
  if (!label) return []
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

/** Compares the names of companies by their words, and ignores words that many names have. */

const COMMON = new Set([
  ...['inc', 'llc', 'ltd', 'corp', 'corporation', 'company', 'the', 'and', 'dba', 'incorporated'],
  ...['freight', 'logistics', 'logistic', 'transport', 'transportation', 'trucking', 'carrier'],
  ...['broker', 'brokers', 'brokerage', 'services', 'service', 'solutions', 'group', 'global'],
  ...['carriers', 'express', 'lines', 'shipping', 'systems', 'worldwide', 'international', 'usa'],
])

/** The distinctive words of a name, of at least three letters or digits: "Summit Freight, Inc." has "summit". */
function toWords(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []
  return words.filter((word) => !COMMON.has(word))
}

/** Letters and digits in lower case. */
function findLettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
}

/** Whether two names share a distinctive word, or are the same without blanks. True if a name has no distinctive word. */
function sharesWord(one: string, other: string): boolean {
  if (findLettersOf(one) === findLettersOf(other)) return true
  const words = toWords(one)
  const others = toWords(other)
  if (!words.length || !others.length) return true
  return words.some((word) =>
    others.some((known) => known.startsWith(word) || word.startsWith(known)),
  )
}
