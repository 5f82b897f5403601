/** The statements of a run with their payees' addresses and their newest emails (SPEC C190). */
import { sql } from 'kysely'
import type { StatementEmail } from '#core/entities/statement-email.ts'
import { decideStatementMail, type StatementMail } from '#core/mail/statement-mails.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readLatestMails } from '#server/mail/read-mails.ts'

type Payee = { name: string; email: string; statementEmail: StatementEmail }

/** Describes the email of each statement, in the order of `settlements`. */
export async function describeStatementMails(
  work: Database | Work,
  userId: string,
  settlements: readonly Settlement[],
): Promise<StatementMail[]> {
  const ids = settlements.map(({ id }) => id)
  const payees = await readPayees(work, userId, settlements)
  const trucks = await readTruckNumbers(work, userId, settlements)
  const mails = await readLatestMails(work, userId, 'billing', ids)
  return settlements.map((settlement) => {
    const { id, number, status, truckId } = settlement
    const payee = payees.get(payeeOf(settlement)) ?? null
    const last = mails.get(id)
    return {
      id,
      number,
      truck: trucks.get(truckId) ?? '',
      payee: payee?.name ?? null,
      email: payee?.email || null,
      language: payee?.statementEmail === 'es' ? ('es' as const) : ('en' as const),
      ...decideStatementMail({ status, payee, last: last?.state ?? null }),
      mailState: last?.state ?? null,
      answer: last?.answer ?? null,
    }
  })
}

function payeeOf({ ownerId, driverId }: Settlement): string {
  return ownerId === null ? `driver:${driverId}` : `owner:${ownerId}`
}

async function readPayees(
  work: Database | Work,
  userId: string,
  settlements: readonly Settlement[],
): Promise<Map<string, Payee>> {
  const owners = settlements.flatMap(({ ownerId }) => ownerId ?? [])
  const drivers = settlements.flatMap(({ driverId }) => driverId ?? [])
  const { rows } = await sql<Payee & { key: string }>`
    select 'owner:' || id as key, name, email, statement_email from owners
      where user_id = ${userId} and id = any(${owners}::bigint[])
    union all
    select 'driver:' || id as key, name, email, statement_email from drivers
      where user_id = ${userId} and id = any(${drivers}::bigint[])`.execute(work)
  return new Map(rows.map(({ key, ...payee }) => [key, payee]))
}

async function readTruckNumbers(
  work: Database | Work,
  userId: string,
  settlements: readonly Settlement[],
): Promise<Map<number, string>> {
  const ids = settlements.map(({ truckId }) => truckId)
  const { rows } = await sql<{ id: number; truckId: string }>`select id, truck_id from trucks
    where user_id = ${userId} and id = any(${ids}::bigint[])`.execute(work)
  return new Map(rows.map(({ id, truckId }) => [id, truckId]))
}
