/** Numbers invoices and credit notes: one sequence without gaps for the account (SPEC C166). */
import { sql } from 'kysely'
import { makeUnique, proposeNumber } from '#core/invoices/number.ts'
import type { Work } from '#server/database/open.ts'
import { readBillingSettings } from '#server/invoices/settings.ts'

/** The first approval fixes the number that the sequence begins with (SPEC C344). Other approvals wait until this transaction ends. `loadNumber`: the number of the first load. */
export async function assignInvoiceNumber(
  work: Work,
  userId: string,
  loadNumber: string | null,
): Promise<{ number: string; sequence: number }> {
  const { numbering, numberPrefix: prefix, firstNumber } = await readBillingSettings(work, userId)
  const first = firstNumber ?? 1
  const { last: sequence } = await work
    .insertInto('invoiceNumbers')
    .values({ userId, first, last: first })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ last: sql<number>`invoice_numbers.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const proposed = proposeNumber({ numbering, prefix, sequence, loadNumber })
  const { rows } = await sql<{ number: string }>`select lower(number) as number from invoices
    where user_id = ${userId} and number is not null
      and starts_with(lower(number), lower(${proposed.slice(0, 17)}))`.execute(work)
  return { number: makeUnique(proposed, new Set(rows.map(({ number }) => number))), sequence }
}
