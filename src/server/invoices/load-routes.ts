/** A load's invoices, and its payment status that follows them (SPEC C172). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { loadInvoicesResponse, type LoadInvoices } from '#core/invoices/responses.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { notFound } from '#server/errors.ts'
import { routesOf } from '#server/routes.ts'
import { setAutomatic } from './payment-status.ts'
import { readInvoices } from './rows.ts'

export function loadInvoiceRoutes(app: FastifyInstance, database: Database): void {
  const { get, post } = routesOf(app, 'Invoices')

  get(
    '/api/loads/:id/invoices',
    { access: 'invoices', answer: loadInvoicesResponse },
    ({ account, id }) => readLoadInvoices(database, account, id),
  )

  post(
    '/api/loads/:id/payment-status/automatic',
    {
      access: ['invoices', 'loads'],
      answer: loadInvoicesResponse,
      description: 'The payment status follows the invoice again.',
    },
    async ({ account, id }) => {
      await inTransaction(database, async (work) => {
        await lockLoad(work, account, id)
        await setAutomatic(work, account, id)
      })
      return readLoadInvoices(database, account, id)
    },
  )
}

/** Reads the invoices of the load that are not void, oldest first. Throws 404. */
async function readLoadInvoices(
  database: Database,
  userId: string,
  id: number,
): Promise<LoadInvoices> {
  const { rows } = await sql<Omit<LoadInvoices, 'invoices'>>`
    select payment_status, payment_status_by_hand from loads
    where user_id = ${userId} and id = ${id}`.execute(database)
  const [load] = rows
  if (!load) throw notFound()
  const found = await sql<{ id: number }>`select invoice_id as id from invoice_loads
    where user_id = ${userId} and load_id = ${id}`.execute(database)
  const invoices = await readInvoices(
    database,
    userId,
    found.rows.map((row) => row.id),
  )
  return { ...load, invoices: invoices.filter(({ state }) => state !== 'void') }
}
