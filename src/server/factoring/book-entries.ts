/** Factors' reports for the books: their entries and deposits, and sums from the same rows (SPEC C242). */
import { sql } from 'kysely'
import type { BookName } from '#core/books/names.ts'
import type {
  BookedEntryKind,
  FactorDepositFact,
  FactorEntryFact,
} from '#core/books/factor-records.ts'
import type { Day, Period } from '#core/calendar.ts'
import type { Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import type { Sql } from '#server/lists/types.ts'

type WantedEntries = Period & { most: number }
type StoredEntry = Omit<FactorEntryFact, 'number' | 'brokerId'> & { invoiceId: number | null }

/**
 * Reads at most `most` entries by day. A void counts on its own day. Payments of brokers to factors are left out, because the
 * receivables ledger has them.
 */
export async function readBookFactorEntries(
  work: Database | Work,
  userId: string,
  { most, ...days }: WantedEntries,
): Promise<FactorEntryFact[]> {
  const { rows } = await sql<StoredEntry>`
    select * from ${entriesOf(userId, days)} as fact order by day, is_void, id limit ${most}`.execute(
    work,
  )
  const ids = [...new Set(rows.flatMap(({ invoiceId }) => invoiceId ?? []))]
  const invoices = ids.length ? await readInvoiceFacts(work, userId, { ids }) : []
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return rows.map(({ invoiceId, ...entry }) => {
    const { number = null, brokerId = null } = byId.get(invoiceId ?? 0) ?? {}
    return { ...entry, number, brokerId }
  })
}

/** Reads deposits by day. A void counts on its own day. Reports without money are left out. */
export async function readBookDeposits(
  work: Database | Work,
  userId: string,
  { most, ...days }: WantedEntries,
): Promise<FactorDepositFact[]> {
  const { rows } = await sql<FactorDepositFact>`
    select * from ${depositsOf(userId, days)} as fact order by day, is_void, id limit ${most}`.execute(
    work,
  )
  return rows
}

type Sum = { isVoid: boolean; count: number; amount: Amount }

/** Voids have negative amounts. */
export async function sumBookFactorEntries(
  work: Database | Work,
  userId: string,
  days: Period,
): Promise<(Sum & { kind: BookedEntryKind })[]> {
  const { rows } = await sql<Sum & { kind: BookedEntryKind }>`
    select kind, is_void, count(*)::int as count, sum(case when is_void then -amount else amount end) as amount
    from ${entriesOf(userId, days)} as fact group by kind, is_void order by kind, is_void`.execute(
    work,
  )
  return rows
}

export async function sumBookDeposits(
  work: Database | Work,
  userId: string,
  days: Period,
): Promise<Sum[]> {
  const { rows } = await sql<Sum>`
    select is_void, count(*)::int as count, sum(case when is_void then -amount else amount end) as amount
    from ${depositsOf(userId, days)} as fact group by is_void order by is_void`.execute(work)
  return rows
}

/** Sums at the end of the day: the reserve that factors hold, and what they bought and have neither collected nor charged back. */
export async function sumWithFactorsOn(
  work: Database | Work,
  userId: string,
  day: Day,
): Promise<{ reserve: Amount; withFactors: Amount }> {
  const { rows } = await sql<{ reserve: Amount; withFactors: Amount }>`
    select coalesce(sum(entry.reserve), 0)::numeric(14, 2) as reserve, coalesce(sum(case
        when entry.kind in ('advance', 'fee', 'reserve') then entry.amount
        when entry.kind in ('chargeback', 'reserve-chargeback', 'debtor-paid', 'forwarded') then -entry.amount
        else 0 end), 0)::numeric(14, 2) as with_factors
    from factor_deposits as deposit
      join factor_entries as entry on entry.user_id = ${userId} and entry.deposit_id = deposit.id
    where deposit.user_id = ${userId} and deposit.day <= ${day}
      and (deposit.voided_on is null or deposit.voided_on > ${day})`.execute(work)
  return rows[0] ?? { reserve: '0.00', withFactors: '0.00' }
}

/** Reads the names of the factors by key, such as "factor 3". */
export async function readFactorNames(work: Database | Work, userId: string): Promise<BookName[]> {
  const { rows } = await sql<BookName>`
    select 'factor ' || id as key, name from factors where user_id = ${userId} order by id`.execute(
    work,
  )
  return rows
}

function entriesOf(userId: string, { from, to }: Period): Sql {
  return sql`(
    select id, false as is_void, day, kind, amount, factor_id, invoice_id, reference from factor_entries
    where user_id = ${userId} and day between ${from} and ${to} and kind <> 'debtor-paid'
    union all
    select entry.id, true, deposit.voided_on, entry.kind, entry.amount, entry.factor_id, entry.invoice_id, entry.reference
    from factor_deposits as deposit
      join factor_entries as entry on entry.user_id = ${userId} and entry.deposit_id = deposit.id
    where deposit.user_id = ${userId} and deposit.voided_on between ${from} and ${to} and entry.kind <> 'debtor-paid')`
}

function depositsOf(userId: string, { from, to }: Period): Sql {
  return sql`(
    select id, false as is_void, day, amount, factor_id, reference from factor_deposits
    where user_id = ${userId} and day between ${from} and ${to} and amount <> 0
    union all
    select id, true, voided_on, amount, factor_id, reference from factor_deposits
    where user_id = ${userId} and voided_on between ${from} and ${to} and amount <> 0)`
}
