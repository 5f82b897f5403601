/** An account with a broker, for tests that bill loads through the API. */
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { CreatedInvoices, Invoice, InvoiceDetails } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, type Body, type Client } from '#server/testing/test-app.ts'

export type Biller = Awaited<ReturnType<typeof openBiller>>

let serial = 20_000

/** `client`: an Admin. Every step throws if the app rejects it. */
export async function openBiller(app: FastifyInstance) {
  const client = await signUp(app)
  return billAs(client)
}

export async function billAs(client: Client) {
  const broker = { companyName: 'Landstar', address: '1 Main St\nDallas, TX 75201', termsDays: 21 }
  const brokerId = (await client.post('/api/brokers', broker)).body.id

  async function must<Result extends object = Body>(
    method: 'POST' | 'PUT',
    path: string,
    body: object = {},
  ): Promise<Result> {
    const made = await client.send<Result>(method, path, body)
    expect([path, made.status < 300 ? '' : made.text]).toEqual([path, ''])
    return made.body
  }

  const details = async (id: number) =>
    (await client.get<InvoiceDetails>(`/api/invoices/${id}`)).body

  async function draft(loads: Pick<Body, 'id'>[], each = true): Promise<Invoice[]> {
    const loadIds = loads.map(({ id }) => id)
    const sent = { brokerId, loadIds, each }
    return (await must<CreatedInvoices>('POST', '/api/invoices', sent)).created
  }

  async function approve(id: number, body: object = {}): Promise<Invoice> {
    return must<Invoice>('POST', `/api/invoices/${id}/approve`, body)
  }

  return {
    client,
    brokerId,
    must,
    details,
    draft,
    approve,
    /** Adds a delivered load with a revenue of $2,400.00. */
    async addLoad(more: object = {}): Promise<Body> {
      const load = { ...makeSample('loads', ++serial), brokerId, deliveryStatus: 'delivered' }
      return must('POST', '/api/loads', { ...load, ...more })
    },
    async setCharges(load: Pick<Body, 'id'>, charges: object[]): Promise<Body[]> {
      const path = `/api/loads/${load.id}/charges`
      return (await must<{ charges: Body[] }>('PUT', path, { charges })).charges
    },
    async invoiceOf(...loads: Pick<Body, 'id'>[]): Promise<InvoiceDetails> {
      const [made] = await draft(loads, false)
      return details((await approve(made?.id ?? 0)).id)
    },
    async loadOf(load: Pick<Body, 'id'>): Promise<Body> {
      return (await client.get(`/api/loads/${load.id}`)).body
    },
  }
}
