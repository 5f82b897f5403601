/** The line of backup withholding on the settlements of a payee (SPEC C25, C320). */
import { sql } from 'kysely'
import { addUp, toCents, type Cents } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import { sumAdjustedPay, type Line } from '#core/settlements/lines.ts'
import type { PayeeIds } from '#core/settlements/payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import {
  buildWithholding,
  findBefore,
  type WithheldSettlement,
  type WithholdingBase,
} from '#core/settlements/year/withholding.ts'
import type { Database, Work } from '#server/database/open.ts'
import { BLANK_LINE, deleteLine, insertLines, updateLine } from '#server/settlements/lines/rows.ts'

/** Keys of the payees with backup withholding. */
export async function readWithheldPayees(
  work: Database | Work,
  userId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ payee: string }>`
    select 'owner:' || id as payee from owners where user_id = ${userId} and backup_withholding
    union all select 'driver:' || id from drivers where user_id = ${userId} and backup_withholding`.execute(
    work,
  )
  return new Set(rows.map(({ payee }) => payee))
}

/** Finds whether a payee has backup withholding; undefined if the account has no such owner or driver. */
export async function findWithheld(
  work: Work,
  userId: string,
  { ownerId, driverId }: PayeeIds,
): Promise<boolean | undefined> {
  const { rows } = await sql<{ withheld: boolean }>`
    select backup_withholding as withheld from owners where user_id = ${userId} and id = ${ownerId}::bigint
    union all select backup_withholding from drivers
      where user_id = ${userId} and id = ${driverId}::bigint and ${ownerId}::bigint is null`.execute(
    work,
  )
  return rows[0]?.withheld
}

/** The settlements of these payees in the calendar years of these settlements. Reads nothing if there is no payee. */
export async function readWithheldSettlements(
  work: Database | Work,
  userId: string,
  payees: ReadonlySet<string>,
  settlements: readonly Pick<Settlement, 'settlementDate'>[],
): Promise<WithheldSettlement[]> {
  const years = settlements.map(({ settlementDate }) => settlementDate.slice(0, 4)).toSorted()
  const [first, last] = [years[0], years.at(-1)]
  if (payees.size === 0 || !first || !last) return []
  const { rows } = await sql<WithheldSettlement>`
    with own as materialized (select id, payee, settlement_date, status <> 'pending' as is_frozen, total_revenue
      from billing where user_id = ${userId} and payee = any(${[...payees]}::text[]) and status <> 'void'
        and settlement_date between ${`${first}-01-01`} and ${`${last}-12-31`})
    select own.id, own.payee, own.settlement_date, own.is_frozen, own.total_revenue - made.extra_pay as gross_pay,
      -made.adjusted as adjusted, made.base
    from own cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'extra-pay'), 0.00) as extra_pay,
        coalesce(sum(amount) filter (where kind = 'correction' and (restates is null or adjusts_pay)), 0.00) as adjusted,
        sum(basis_figure) filter (where kind = 'withholding') as base
      from expenses where user_id = ${userId} and billing_id = own.id) as made`.execute(work)
  return rows
}

/** `settlement` has the current revenue and payee, `lines` are its current lines. */
export async function readWithholdingBase(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<WithholdingBase> {
  const payees = new Set([settlement.payee])
  const others = await readWithheldSettlements(work, userId, payees, [settlement])
  return { ...sumPay(settlement, lines), before: findBefore(settlement, others) }
}

/**
 * Adds, recalculates or deletes the draft's line. `settlement` has the current revenue and payee, `lines` are its current
 * lines. Returns whether a line changed.
 */
export async function refreshWithholding(
  work: Work,
  userId: string,
  settlement: Settlement,
  lines: Line[],
): Promise<boolean> {
  const present = lines.find(({ kind }) => kind === 'withholding')
  const line = (await findWithheld(work, userId, settlement))
    ? buildWithholding(
        await readWithholdingBase(work, userId, settlement, lines),
        settlement.settlementDate,
      )
    : null
  if (!present && !line) return false
  if (FIGURES.every((name) => present?.[name] === line?.[name])) return false
  if (!present)
    await insertLines(work, userId, settlement, line ? [{ ...BLANK_LINE, ...line }] : [])
  else if (!line) await deleteLine(work, userId, present.id)
  else {
    const { amount, basisValue, basisFigure, formula } = line
    await updateLine(work, userId, present.id, { amount, basisValue, basisFigure, formula })
  }
  return true
}

const FIGURES = ['amount', 'basisFigure', 'formula'] as const

/** Loads and extra pay, and what adjustments add to them, in cents. */
function sumPay(
  { totalRevenue }: Pick<Settlement, 'totalRevenue'>,
  lines: Line[],
): Omit<WithholdingBase, 'before'> {
  return {
    grossPay: toCents(totalRevenue) + sumExtraPay(lines),
    adjusted: sumAdjustedPay(lines),
  }
}

export function sumWithheld(lines: Line[]): Cents {
  return addUp(lines.filter(({ kind }) => kind === 'withholding').map(({ amount }) => amount))
}
