/** The line of backup withholding on the settlements of a payee (SPEC C25). */
import { sql } from 'kysely'
import { addUp, toCents, type Cents } from '#core/money.ts'
import { sumExtraPay } from '#core/settlements/extra-pay.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { PayeeIds } from '#core/settlements/payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { buildWithholding } from '#core/settlements/year/withholding.ts'
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
    ? buildWithholding(grossOf(settlement, lines), settlement.settlementDate)
    : null
  if (!present && !line) return false
  if (present?.amount === line?.amount && present?.basisFigure === line?.basisFigure) return false
  if (!present)
    await insertLines(work, userId, settlement, line ? [{ ...BLANK_LINE, ...line }] : [])
  else if (!line) await deleteLine(work, userId, present.id)
  else {
    const { amount, basisValue, basisFigure } = line
    await updateLine(work, userId, present.id, { amount, basisValue, basisFigure })
  }
  return true
}

/** The gross pay in cents: loads and extra pay. */
export function grossOf({ totalRevenue }: Pick<Settlement, 'totalRevenue'>, lines: Line[]): Cents {
  return toCents(totalRevenue) + sumExtraPay(lines)
}

export function sumWithheld(lines: Line[]): Cents {
  return addUp(lines.filter(({ kind }) => kind === 'withholding').map(({ amount }) => amount))
}
