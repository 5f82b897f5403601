/** Reads what factors reported, and a factor's account (SPEC C213, C216). */
import { sql } from 'kysely'
import type { Day } from '#core/calendar.ts'
import type { Deposit, FactorAccount } from '#core/factoring/responses.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readFactor } from '#server/factoring/factor-store.ts'

const COLUMNS = [
  ...(['id', 'factorId', 'day', 'amount', 'reference', 'note', 'voidedOn', 'voidReason'] as const),
  'version',
] as const

/** Throws 404 if the account has no such report. */
export async function readDeposit(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Deposit> {
  const found = await work
    .selectFrom('factorDeposits')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw notFound()
  const [deposit] = await addEntries(work, userId, [found])
  if (!deposit) throw notFound()
  return deposit
}

/** The reports and voids of the days, oldest first, and the reserve before and after them. Throws 404. */
export async function readFactorAccount(
  database: Database,
  userId: string,
  factorId: number,
  { from, to }: { from: Day; to: Day },
): Promise<FactorAccount> {
  await readFactor(database, userId, factorId)
  const select = (days: 'day' | 'voidedOn') =>
    database
      .selectFrom('factorDeposits')
      .select(COLUMNS)
      .where('userId', '=', userId)
      .where('factorId', '=', factorId)
      .where(days, '>=', from)
      .where(days, '<=', to)
      .orderBy(days)
      .orderBy('id')
      .execute()
  const held = await readHeld(database, userId, factorId, { from, to })
  return {
    from,
    to,
    opening: toAmount(addUp(held.map(({ before }) => before))),
    closing: toAmount(addUp(held.map(({ reserve }) => reserve))),
    deposits: await addEntries(database, userId, await select('day')),
    voids: await addEntries(database, userId, await select('voidedOn')),
    held: await readHeldByInvoice(database, userId, held),
  }
}

type Held = { invoiceId: number; before: Amount; reserve: Amount }

/**
 * Reads the reserve of each invoice, before the first day and at the end of the last day. Entries and voids count on their own
 * days. Invoices without a reserve at both times are left out. In an old account these are most of the invoices.
 */
async function readHeld(
  database: Database,
  userId: string,
  factorId: number,
  { from, to }: { from: Day; to: Day },
): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select invoice_id, coalesce(sum(reserve) filter (where day < ${from}), 0.00) as before,
      coalesce(sum(reserve) filter (where day <= ${to}), 0.00) as reserve
    from (
      select invoice_id, day, reserve from factor_entries
      where user_id = ${userId} and factor_id = ${factorId} and reserve <> 0 and invoice_id is not null
      union all
      select entry.invoice_id, deposit.voided_on, -entry.reserve from factor_entries as entry
        join factor_deposits as deposit on deposit.user_id = ${userId} and deposit.id = entry.deposit_id
      where entry.user_id = ${userId} and entry.factor_id = ${factorId} and entry.reserve <> 0 and entry.voided
        and entry.invoice_id is not null) as changes
    group by invoice_id
    having coalesce(sum(reserve) filter (where day < ${from}), 0) <> 0
      or coalesce(sum(reserve) filter (where day <= ${to}), 0) <> 0`.execute(database)
  return rows
}

async function readHeldByInvoice(database: Database, userId: string, held: readonly Held[]) {
  const sums = new Map(held.map(({ invoiceId, reserve }) => [invoiceId, reserve]))
  const ids = [...sums].filter(([, sum]) => toCents(sum) !== 0n).map(([id]) => id)
  const facts = ids.length ? await readInvoiceFacts(database, userId, { ids }) : []
  return facts.map(({ id, number, brokerName }) => ({
    invoiceId: id,
    number: number ?? '',
    brokerName,
    held: sums.get(id) ?? '0.00',
  }))
}

async function addEntries(
  work: Database | Work,
  userId: string,
  deposits: readonly Omit<Deposit, 'entries'>[],
): Promise<Deposit[]> {
  if (!deposits.length) return []
  const entries = await work
    .selectFrom('factorEntries')
    .select(['id', 'depositId', 'kind', 'day', 'invoiceId', 'amount', 'reference'])
    .where('userId', '=', userId)
    .where(
      'depositId',
      'in',
      deposits.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  const ids = [...new Set(entries.flatMap(({ invoiceId }) => invoiceId ?? []))]
  const facts = ids.length ? await readInvoiceFacts(work, userId, { ids }) : []
  const numbers = new Map(facts.map(({ id, number }) => [id, number]))
  return deposits.map((deposit) => ({
    ...deposit,
    entries: entries
      .filter(({ depositId }) => depositId === deposit.id)
      .map(({ depositId: _, ...entry }) => ({
        ...entry,
        invoiceNumber: numbers.get(entry.invoiceId ?? 0) ?? null,
      })),
  }))
}
