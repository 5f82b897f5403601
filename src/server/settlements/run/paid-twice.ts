/** Finds the loads that one settlement pays twice: by their charges and by extra pay (SPEC C105). */
import { sql } from 'kysely'
import type { ExtraPayType } from '#core/settlements/extra-pay.ts'
import { findPaidTwice } from '#core/settlements/run/paid-twice.ts'
import { readLoadsOfSettlements } from '#server/charges/run-charges.ts'
import { keyOfSettlement } from '#server/confirmations/check-loads.ts'
import type { Database } from '#server/database/open.ts'
import type { RunFigures } from './read-trucks.ts'

type PayLine = {
  billingId: number
  extraPay: ExtraPayType
  reference: string | null
  description: string | null
}

/** The numbers of the loads by settlement. Settlements without such extra pay need no query. */
export async function readPaidTwice(
  database: Database,
  userId: string,
  rows: RunFigures[],
): Promise<Map<number, string[]>> {
  const paying = rows.filter(({ paysBesideCharges }) => paysBesideCharges)
  if (!paying.length) return new Map()
  const ids = paying.flatMap(({ billing }) => billing?.id ?? [])
  const places = paying.map(({ truckId, settlementDate }) => ({ truckId, settlementDate }))
  const [lines, loads] = await Promise.all([
    readLoadPay(database, userId, ids),
    readLoadsOfSettlements(database, userId, places),
  ])
  const linesOf = Map.groupBy(lines, ({ billingId }) => billingId)
  const loadsOf = Map.groupBy(loads, keyOfSettlement)
  return new Map(
    paying.map((row) => {
      const id = row.billing?.id ?? 0
      return [id, findPaidTwice(linesOf.get(id) ?? [], loadsOf.get(keyOfSettlement(row)) ?? [])]
    }),
  )
}

/** Reads the extra pay that can name a load. The load of a bonus or of recurring extra pay is unknown. */
async function readLoadPay(database: Database, userId: string, ids: number[]): Promise<PayLine[]> {
  const { rows } =
    await sql<PayLine>`select billing_id, extra_pay, reference, description from expenses
    where user_id = ${userId} and billing_id = any(${ids}::bigint[]) and kind = 'extra-pay'
      and (extra_pay in ('detention', 'layover') or extra_pay = 'other' and rule_id is null)
    order by id`.execute(database)
  return rows
}
