/** What uses a truck, an owner or a driver, so that the record can't be deleted (SPEC B24, C10). */
import { sql } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { countPayments, countTruckPayments } from '#server/payments/payees.ts'

/** Counts what uses each record, by id. Records that nothing uses are left out. Void settlements and reversed payments count. */
export async function countRecordUse(
  work: Database | Work,
  userId: string,
  entity: string,
  ids: number[],
): Promise<Map<number, PayeeUse>> {
  const uses =
    entity === 'trucks'
      ? await countTruckUse(work, userId, ids)
      : await countPayeeUse(work, userId, ids, PAYEES[entity])
  return new Map(
    uses
      .filter(({ billing, balances, payments }) => billing + balances + payments > 0)
      .map(({ id, ...use }) => [id, use]),
  )
}

/** The first part of the key of a payee, by entity. */
const PAYEES: Record<string, 'owner' | 'driver' | undefined> = {
  owners: 'owner',
  drivers: 'driver',
}

type PayeeUse = Record<'billing' | 'balances' | 'payments', number>
type Use = PayeeUse & { id: number }

/** A truck's own use, and that of its recurring deductions: they are deleted with it. */
async function countTruckUse(work: Database | Work, userId: string, ids: number[]): Promise<Use[]> {
  if (!ids.length) return []
  const { rows } = await sql<Omit<Use, 'payments'> & { rules: number[] }>`
    select truck.id,
      (select count(*) from billing where user_id = ${userId} and truck_id = truck.id) as billing,
      (select count(distinct rule_id) from balance_entries where user_id = ${userId}
        and (truck_id = truck.id or rule_id = any(rules) or other_rule_id = any(rules))) as balances,
      rules
    from unnest(${ids}::bigint[]) as truck (id) cross join lateral (
      select coalesce(array_agg(id), '{}') as rules from deduction_rules
      where user_id = ${userId} and truck_id = truck.id and balance <> 'none') as own`.execute(work)
  const payments = await countTruckPayments(work, userId, rows)
  return rows.map(({ id, billing, balances }) => ({
    id,
    billing,
    balances,
    payments: payments.get(id) ?? 0,
  }))
}

async function countPayeeUse(
  work: Database | Work,
  userId: string,
  ids: number[],
  kind: 'owner' | 'driver' | undefined,
): Promise<Use[]> {
  if (!kind || !ids.length) return []
  const keys = ids.map((id) => `${kind}:${id}`)
  const { rows } = await sql<Omit<Use, 'id'> & { key: string }>`
    select used.key,
      (select count(*) from billing where user_id = ${userId} and payee = used.key) as billing,
      (select count(*) from deduction_rules
        where user_id = ${userId} and payee_key(owner_id, driver_id, truck_id) = used.key) as balances
    from unnest(${keys}::text[]) as used (key)`.execute(work)
  const payments = await countPayments(work, userId, keys)
  return rows.map(({ key, billing, balances }) => ({
    id: Number(key.split(':')[1]),
    billing,
    balances,
    payments: payments.get(key) ?? 0,
  }))
}
