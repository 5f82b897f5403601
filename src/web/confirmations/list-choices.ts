/** The possible values of an unsure field. The user chooses one with a click (SPEC C121, C124). */
import { formatDay, isDay } from '#core/calendar.ts'
import { loadFieldOf } from '#core/confirmations/fill-load.ts'
import type { Read, ReadField, Reading } from '#core/confirmations/reading.ts'
import { formatMoney, toAmount, toCents } from '#core/money.ts'

export type FieldChoices = { why: string; values: { text: string; value: string }[] }

const OWN_NUMBER = 'Enter your own number, or use the broker’s:'

/** The choices, by the form's field. */
export function listChoices({
  fields,
  unsure,
  totalProblem,
}: Pick<Reading, 'fields' | 'unsure' | 'totalProblem'>): Record<string, FieldChoices> {
  const entries = (Object.entries(unsure) as [ReadField, Read[]][]).flatMap(([name, reads]) => {
    const field = loadFieldOf(name)
    const values = reads.map(({ value }) => ({
      value,
      text: isDay(value) ? formatDay(value) : value,
    }))
    const why = isScanned(reads) ? 'The scan is not clear:' : 'The confirmation is not clear:'
    return field ? [[field, { why, values }] as const] : []
  })
  const number = fields.brokerLoadNumber?.value
  const choices = {
    ...Object.fromEntries(entries),
    ...(number ? { loadId: { why: OWN_NUMBER, values: [{ value: number, text: number }] } } : {}),
  }
  return totalProblem ? { ...choices, revenue: describeTotals(totalProblem) } : choices
}

function describeTotals({
  totals,
  chargesSum,
}: NonNullable<Reading['totalProblem']>): FieldChoices {
  const printed = totals.map(({ value }) => value)
  const sum = chargesSum === null ? [] : [toAmount(chargesSum)]
  const values = [...new Set([...printed, ...sum])]
  const asMoney = (value: string) => formatMoney(toCents(value))
  const why =
    chargesSum !== null
      ? `The confirmation shows ${printed.map(asMoney).join(' and ')} as the total, but its charges add up to ${formatMoney(chargesSum)}.`
      : `The confirmation shows several totals: ${printed.map(asMoney).join(', ')}.`
  const single = printed.length === 1 && chargesSum === null
  return {
    why: single ? describeSingle(totals) : why,
    values: values.map((value) => ({ value, text: asMoney(value) })),
  }
}

function describeSingle(totals: readonly Read[]): string {
  return isScanned(totals)
    ? 'This total is from a scan, and no charges add up to it. Compare it with the page:'
    : 'The confirmation has no line that is clearly the total.'
}

function isScanned(reads: readonly Read[]): boolean {
  return reads.some(({ confidence }) => confidence !== undefined)
}
