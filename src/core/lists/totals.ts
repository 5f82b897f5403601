/** The totals of a list: the number of matching records, and the sums of its amounts (SPEC C56). */
import { addUp, toAmount, type Amount } from '#core/money.ts'

/** `count`, and an amount by each field name. */
export type Totals = { count: number } & Record<string, Amount | number>

type Values = Record<string, unknown>

/** The totals of `records`, if these are all that match. A blank amount is 0. */
export function addUpTotals(names: string[], records: readonly Values[]): Totals {
  const sums = names.map((name) => {
    const amounts = records.map((record) => String(record[name] ?? '0'))
    return [name, toAmount(addUp(amounts))] as const
  })
  return { ...Object.fromEntries(sums), count: records.length }
}
