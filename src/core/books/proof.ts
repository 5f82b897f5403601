/** The proof of a batch: every group of records equals the register of the same days (SPEC C224). */
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { BookRecord } from './records.ts'

export type GroupSum = { group: string; count: number; amount: Amount }

/** What the register has for the days, and how much of it earlier batches and this batch have. */
export type ProvedGroup = {
  group: string
  register: { count: number; amount: Amount }
  earlier: { count: number; amount: Amount }
  batch: { count: number; amount: Amount }
  isEqual: boolean
}

const NOTHING = { count: 0, amount: '0.00' }

export function sumGroups(records: readonly BookRecord[]): GroupSum[] {
  return [...Map.groupBy(records, ({ group }) => group)].map(([group, own]) => ({
    group,
    count: own.length,
    amount: toAmount(addUp(own.map(({ figure }) => figure))),
  }))
}

/** `register`: added up by the database from the facts themselves, not from the records. */
export function proveGroups(
  register: readonly GroupSum[],
  earlier: readonly GroupSum[],
  batch: readonly GroupSum[],
): ProvedGroup[] {
  const groups = [...new Set([...register, ...earlier, ...batch].map(({ group }) => group))]
  return groups.map((group) => {
    const find = (sums: readonly GroupSum[]) => {
      const { count, amount } = sums.find((sum) => sum.group === group) ?? NOTHING
      return { count, amount }
    }
    const all = { register: find(register), earlier: find(earlier), batch: find(batch) }
    return { group, ...all, isEqual: isSum(all) }
  })
}

function isSum({ register, earlier, batch }: Omit<ProvedGroup, 'group' | 'isEqual'>): boolean {
  return (
    register.count === earlier.count + batch.count &&
    toCents(register.amount) === toCents(earlier.amount) + toCents(batch.amount)
  )
}
