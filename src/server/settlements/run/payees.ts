/** The payees of a settlement run: their names and how they are paid. */
import { sql } from 'kysely'
import { toStatementMethod } from '#core/payment-methods.ts'
import type { RunRow } from '#core/settlements/run/run.ts'
import type { Database } from '#server/database/open.ts'

/** The payees of a run, by payee key. */
export type RunPayees = ReadonlyMap<string, { name: string; paymentMethod: string | null }>

export async function readRunPayees(
  database: Database,
  userId: string,
  rows: { payee: string }[],
): Promise<RunPayees> {
  const idsOf = (kind: string) => [
    ...new Set(
      rows.flatMap(({ payee }) =>
        payee.startsWith(`${kind}:`) ? Number(payee.slice(kind.length + 1)) : [],
      ),
    ),
  ]
  const { rows: found } = await sql<{ payee: string; name: string; paymentMethod: string }>`
    select 'owner:' || id as payee, name, payment_method from owners
      where user_id = ${userId} and id = any(${idsOf('owner')}::bigint[])
    union all select 'driver:' || id, name, payment_method from drivers
      where user_id = ${userId} and id = any(${idsOf('driver')}::bigint[])`.execute(database)
  return new Map(found.map((one) => [one.payee, one]))
}

/** A frozen statement has the name that it prints. A paid statement has the method of its payment. */
export function describePayee(
  payees: RunPayees,
  row: { payee: string; printedPayee: string | null; paymentMethod: string | null },
): Pick<RunRow, 'payeeName' | 'method'> {
  const current = payees.get(row.payee)
  return {
    payeeName: row.printedPayee ?? current?.name ?? null,
    method: row.paymentMethod ?? toStatementMethod(current?.paymentMethod ?? null),
  }
}
