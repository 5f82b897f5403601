/** A load's invoices, and its payment status that follows them (SPEC C172). */
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { loadInvoicesResponse, type LoadInvoices } from '#core/invoices/responses.ts'
import { requireAccount } from '#server/accounts/auth.ts'
import type { Database } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { notFound } from '#server/errors.ts'
import { readId } from '#server/requests.ts'
import { setAutomatic } from './payment-status.ts'
import { readInvoices } from './rows.ts'

const tags = ['Invoices']
const response = { 200: loadInvoicesResponse }

export function loadInvoiceRoutes(app: FastifyInstance, database: Database): void {
  const api = app.withTypeProvider<ZodTypeProvider>()

  api.get(
    '/api/loads/:id/invoices',
    { schema: { tags, response }, config: { access: 'invoices' } },
    (request) => readLoadInvoices(database, requireAccount(request), readId(request)),
  )

  api.post(
    '/api/loads/:id/payment-status/automatic',
    {
      schema: { tags, description: 'The payment status follows the invoice again.', response },
      config: { access: ['invoices', 'loads'] },
    },
    async (request) => {
      const [userId, id] = [requireAccount(request), readId(request)]
      await inTransaction(database, async (work) => {
        await lockLoad(work, userId, id)
        await setAutomatic(work, userId, id)
      })
      return readLoadInvoices(database, userId, id)
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
