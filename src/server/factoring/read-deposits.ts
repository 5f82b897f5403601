/** Reads what factors reported, and a factor's account (SPEC C213, C216). */
import type { Day } from '#core/calendar.ts'
import type { Deposit, FactorAccount } from '#core/factoring/responses.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Database, Work } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { readInvoiceFacts } from '#server/invoices/read-invoices.ts'
import { readFactor } from './factor-store.ts'

const COLUMNS = [
  ...(['id', 'factorId', 'day', 'amount', 'reference', 'note', 'voidedOn', 'voidReason'] as const),
  'version',
] as const

/** Throws 404. */
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

/** The reports of the days, oldest first, and the reserve before and after them. Throws 404. */
export async function readFactorAccount(
  database: Database,
  userId: string,
  factorId: number,
  { from, to }: { from: Day; to: Day },
): Promise<FactorAccount> {
  await readFactor(database, userId, factorId)
  const deposits = await database
    .selectFrom('factorDeposits')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('factorId', '=', factorId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .execute()
  const held = await readHeld(database, userId, factorId)
  const sum = (until: (day: Day) => boolean) =>
    held.reduce((total, { day, reserve }) => (until(day) ? total + toCents(reserve) : total), 0n)
  return {
    ...{ from, to },
    opening: toAmount(sum((day) => day < from)),
    closing: toAmount(sum((day) => day <= to)),
    deposits: await addEntries(database, userId, deposits),
    held: await readHeldByInvoice(
      database,
      userId,
      held.filter(({ day }) => day <= to),
    ),
  }
}

type Held = { invoiceId: number | null; day: Day; reserve: Amount }

function readHeld(database: Database, userId: string, factorId: number): Promise<Held[]> {
  return database
    .selectFrom('factorEntries')
    .select(['invoiceId', 'day'])
    .select(({ fn }) => fn.sum<Amount>('reserve').as('reserve'))
    .where('userId', '=', userId)
    .where('factorId', '=', factorId)
    .where('voided', '=', false)
    .where('reserve', '<>', '0')
    .groupBy(['invoiceId', 'day'])
    .execute()
}

async function readHeldByInvoice(database: Database, userId: string, held: readonly Held[]) {
  const sums = new Map<number, bigint>()
  for (const { invoiceId, reserve } of held)
    if (invoiceId !== null) sums.set(invoiceId, (sums.get(invoiceId) ?? 0n) + toCents(reserve))
  const ids = [...sums].filter(([, sum]) => sum !== 0n).map(([id]) => id)
  const facts = ids.length ? await readInvoiceFacts(database, userId, { ids }) : []
  return facts.map(({ id, number, brokerName }) => ({
    ...{ invoiceId: id, number: number ?? '', brokerName },
    held: toAmount(sums.get(id) ?? 0n),
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
