/** The search for records of every entity by number or name. */
import type { Day } from '#core/calendar.ts'
import { defaultColumns, type ColumnOf, type Entity } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { Amount } from '#core/money.ts'

/** The maximum number of records of one entity in a response. */
export const MAX_FOUND = 5

/** Papers with a number or an amount. */
export const PAPERS = ['invoices', 'statements', 'payments', 'receipts'] as const
export type PaperName = (typeof PAPERS)[number]

export type FoundRecord = {
  entity: EntityName
  /** The fields of its label and of its entity's detail column. */
  record: { id: number; [field: string]: unknown }
}

export type FoundPaper = {
  entity: PaperName
  /** `name`: "Invoice 92". `number`: what was searched for. `detail`: the broker or payee, and the amount. */
  record: { id: number; name: string; number: string; detail: string }
}

/** A paper as its feature finds it. `who`: the payee or the broker. `state`: why it counts no longer. */
export type FoundRow = {
  id: number
  number: string
  who: string | null
  amount: Amount
  day: Day
  state: 'void' | 'reversed' | null
}

export type Found = FoundRecord | FoundPaper

export function isPaper(found: Found): found is FoundPaper {
  return PAPERS.some((name) => name === found.entity)
}

/**
 * What a person looks for. `text`: without the word in front and without "#". `among`: the papers that the word names; null for a
 * search of everything. `amount`: "1234.50" if the text is an amount with cents or with "$".
 */
export type Wanted = { text: string; among: readonly PaperName[] | null; amount: Amount | null }

const WORDS: [RegExp, readonly PaperName[]][] = [
  [/^(?:invoices?|inv|bill|credit(?: note)?)(?:\.|(?=[\s#]))/i, ['invoices']],
  [/^(?:statements?|stmt|settlements?)(?:\.|(?=[\s#]))/i, ['statements']],
  [/^(?:checks?|ck|payments?|ach|wire)(?:\.|(?=[\s#]))/i, ['payments', 'receipts']],
]
/** Without cents only with "$": "1,234" can be a number. */
const AMOUNT = /^(?=\$|.*\.)\$?(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d\d))?$/

/** "Invoice #92" is number 92 of invoices, "#309" number 309 of anything, "$1,234.50" an amount (SPEC C461). */
export function readWanted(typed: string): Wanted {
  const search = typed.trim()
  const word = WORDS.find(([pattern]) => pattern.test(search))
  const rest = word ? search.replace(word[0], '').trim() : search
  const text = rest.replace(/^(?:no\.?|number)\s+/i, '').replace(/^#\s*/, '')
  // A word alone is a search for the word.
  const among = word && /\d/.test(text) ? word[1] : null
  const found = AMOUNT.exec(text)
  const amount = found ? `${found[1]?.replaceAll(',', '')}.${found[2] ?? '00'}` : null
  return { text: among || /^#/.test(rest) ? text : search, among, amount }
}

/** A single character is searched only at the beginning of numbers (SPEC B40). */
export function isSingleCharacter(search: string): boolean {
  return [...search].length === 1
}

/** The text that is shown instead of results. */
export function noResultsText(search: string): string {
  return isSingleCharacter(search.trim()) ? 'Type at least 2 characters' : 'Nothing matches'
}

/** The label and every unique field. */
export function searchedFields({ label, fields }: Entity): string[] {
  const unique = Object.keys(fields).filter((name) => fields[name]?.unique)
  return [...new Set([label, ...unique])]
}

/** The first column after the label that shows the record's own text: two drivers may share a name, but not a phone. */
export function detailColumn(entity: Entity): ColumnOf | undefined {
  return defaultColumns(entity).find(({ fields }) =>
    fields.every((name) => name !== entity.label && !entity.fields[name]?.to),
  )
}

/** "PO # 778123": the reference by which a record was found, if not by its label. Undefined if it was. */
export function findReference(
  entity: Entity,
  record: FoundRecord['record'],
  typed: string,
): string | undefined {
  const search = typed.trim().toLowerCase()
  const has = (name: string) =>
    String(record[name] ?? '')
      .toLowerCase()
      .includes(search)
  if (search === '' || has(entity.label)) return undefined
  const name = Object.keys(entity.fields).find((name) => entity.fields[name]?.searched && has(name))
  return name && `${entity.fields[name]?.label} ${String(record[name])}`
}
