/** Describes what an import will do, and what it did (SPEC C58, C59). */
import { pluralize, pluralizeRecords } from '#core/pluralize.ts'
import type { Imported, ImportCheck, RowCounts } from '#core/transfer/import.ts'
import type { ImportList } from '#core/transfer/import-list.ts'

type ListNames = Pick<ImportList, 'singular' | 'title'>

/** "2 loads are ready to import." */
export function describeReady(entity: ListNames, counts: RowCounts): string {
  const { changed } = counts
  const parts = [
    counts.new && `${pluralizeRecords(entity, counts.new)} ${areOrIs(counts.new)} ready to import.`,
    changed && `${pluralizeRecords(entity, changed)} ${areOrIs(changed)} ready to update.`,
    counts.same &&
      `${number(counts.same)} already ${counts.same === 1 ? 'has' : 'have'} these values.`,
    counts.skipped &&
      `${number(counts.skipped)} already in Haulbook ${areOrIs(counts.skipped)} skipped.`,
  ]
  const text = parts.filter(Boolean).join(' ')
  return counts.new + changed ? text : `Nothing to import. ${text}`
}

/** The label of the button that imports. `waiting`: the files after this one. */
export function describeAction(
  entity: ListNames,
  result: ImportCheck | undefined,
  waiting: number,
) {
  if (!result) return 'Import'
  const { counts, errorCount, rows } = result
  const then = waiting ? ' and Continue' : ''
  if (errorCount) return `Import ${pluralizeRecords(entity, rows)}`
  if (!counts.new && !counts.changed) return waiting ? 'Continue' : 'Import'
  if (!counts.changed) return `Import ${pluralizeRecords(entity, counts.new)}${then}`
  if (!counts.new) return `Update ${pluralizeRecords(entity, counts.changed)}${then}`
  return `Import ${number(counts.new)}, Update ${number(counts.changed)}${then}`
}

/** The toast after an import: "2 loads imported", and what else it did. */
export function describeImported(
  entity: ListNames,
  done: Imported,
): [title: string, more?: string] {
  const { imported, changed = 0, same = 0, skipped = 0, created = {} } = done
  const others = Object.entries(created).map(([name, count]) => `${number(count)} ${name} created`)
  const more = [
    imported && changed && `${number(changed)} updated`,
    same && `${number(same)} unchanged`,
    skipped && `${number(skipped)} skipped`,
    ...others,
  ].filter(Boolean)
  const title =
    !imported && changed
      ? `${pluralizeRecords(entity, changed)} updated`
      : `${pluralizeRecords(entity, imported)} imported`
  return more.length ? [title, more.join(', ')] : [title]
}

/** The columns without a field, by their titles in the file; null if there are none. */
export function describeLeftOut({ titles, columns, refused }: ImportCheck): string | null {
  const left = titles.flatMap((title, at) =>
    columns[at] === null && !refused.includes(title) ? [title || `Column ${at + 1}`] : [],
  )
  if (!left.length) return null
  return `${pluralize(left.length, 'column')} will not be imported: ${left.join(', ')}.`
}

/** Asks whether the letters of a file without an encoding are right; null for any other file (SPEC C515). */
export function describeLetters({ letters = [] }: Pick<ImportCheck, 'letters'>): string | null {
  if (!letters.length) return null
  return `The file does not say how its letters are stored. Check these words: ${letters.join(', ')}. If they are wrong, save the file as CSV UTF-8.`
}

/** The columns that the user's role can't import; null if there are none (SPEC C73). */
export function describeRefused({ refused }: ImportCheck): string | null {
  if (!refused.length) return null
  return `${refused.join(', ')} can't be imported in your role and will be left out.`
}

/** The totals, notes and repeated headings of the file; null if there are none (SPEC C434). */
export function describeRowsLeftOut({ leftOut, leftOutCount }: ImportCheck): string | null {
  if (!leftOut.length) return null
  const more =
    leftOutCount > leftOut.length ? ` and ${number(leftOutCount - leftOut.length)} more` : ''
  const rows = leftOut.map(({ line, text }) => `row ${number(line)} “${text}”`)
  return `Not imported, because ${leftOutCount === 1 ? 'it is no record' : 'they are no records'}: ${rows.join(', ')}${more}.`
}

/** Loads that are delivered before their pickup, or too far away; null if there are none (SPEC C436, C550). */
export function describeUnusual({ unusualDays }: ImportCheck): string | null {
  if (!unusualDays) return null
  const { reversed, far, ahead = 0, lines } = unusualDays
  const parts = [
    reversed && `${pluralize(reversed, 'load')} delivered before the pickup.`,
    far && `${pluralize(far, 'load')} with a day years away.`,
    ahead && `${pluralize(ahead, 'load')} picked up more than 60 days from now.`,
  ].filter(Boolean)
  if (!parts.length) return null
  return `${parts.join(' ')} Check the dates of ${lines.length === 1 ? 'row' : 'rows'} ${lines.map(number).join(', ')}.`
}

/** What a file of charges replaces and changes, or null if it only adds charges (SPEC C149). */
export function describeCharges({
  replaced,
  revenues,
  withoutOwner,
}: NonNullable<ImportCheck['charges']>) {
  const parts = [
    replaced && `The charges of ${pluralize(replaced, 'load')} will be replaced.`,
    revenues &&
      `The revenue of ${pluralize(revenues, 'load')} will change: it comes from the charges.`,
    withoutOwner &&
      `${pluralize(withoutOwner, 'lumper')} will pay the owner nothing: the file does not say what ${withoutOwner === 1 ? 'it pays' : 'they pay'}.`,
  ].filter(Boolean)
  return parts.length ? parts.join(' ') : null
}

/**
 * Whether the user must check an import before it starts. An import of several files stops at such a file. `decided`: what the user
 * decided for an earlier table with the same titles.
 */
export function needsDecision(
  result: ImportCheck,
  decided: ReadonlySet<string> = new Set(),
): boolean {
  return result.errorCount > 0 || listDecisions(result).some((decision) => !decided.has(decision))
}

/** What the user sees and decides before an import. Equal texts are equal decisions (SPEC C60). */
export function listDecisions(result: ImportCheck): string[] {
  const { counts, missing, unpayable, charges, past, days } = result
  const unlike = [
    describeLeftOut(result),
    describeLetters(result),
    describeRefused(result),
    describeUnusual(result),
    charges && describeCharges(charges),
    ...missing.map(({ entity, names }) => `${entity} ${names.join()}`),
    ...result.leftOut.map(({ text }) => `row ${text.replaceAll(/[\d.,$/-]+/g, '').trim()}`),
  ]
  const alike = {
    skipped: counts.skipped,
    unpayable,
    delivered: past?.withoutStatus,
    unsettled: past?.unsettled,
    [`days ${days.order}`]: days.example,
    yearless: days.yearless,
    decimals: result.decimalCommas,
  }
  return [
    ...unlike.filter((text) => typeof text === 'string'),
    ...Object.entries(alike).flatMap(([name, is]) => (is ? [name] : [])),
  ]
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function number(count: number): string {
  return count.toLocaleString('en-US')
}
