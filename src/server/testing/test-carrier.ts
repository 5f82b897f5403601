/** A new account with one truck, and calls for its loads and settlements. */
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { makeSample } from './samples.ts'
import { signUp, type Body, type Client } from './test-app.ts'
import type { FastifyInstance } from 'fastify'

export type TestCarrier = Awaited<ReturnType<typeof createTestCarrier>>

/** Answers the questions about an unusual day and a used check number. */
const PAYMENT = {
  paidOn: '2026-11-25',
  paymentMethod: 'check',
  paymentReference: '1001',
  confirmed: ['paidOn', 'reference'],
}

/** Makes email addresses, load numbers and truck numbers unique. */
let serial = 0

export async function createTestCarrier(app: FastifyInstance) {
  const client = await signUp(app, `carrier${++serial}.${Math.random()}@example.com`)
  const truckId = await createTruck(client)

  async function createLoad(
    settlementDate: string,
    revenue = '1000',
    more: object = {},
  ): Promise<Body> {
    const sent = { ...makeSample('loads', ++serial), truckId, settlementDate, revenue, ...more }
    return (await client.post('/api/loads', sent)).body
  }

  async function settle(settlementDate: string, values: object = {}): Promise<Settlement> {
    return (await client.post<Settlement>('/api/billing', { truckId, settlementDate, ...values }))
      .body
  }

  const step = (name: string, body?: object) => (id: number) =>
    client.post<Settlement>(`/api/billing/${id}/${name}`, body)

  return {
    client,
    truckId,
    createLoad,
    settle,
    createTruck: () => createTruck(client),
    /** The truck's drafts have no payee from now on. */
    removeDriver: async (id = truckId) => {
      const path = `/api/trucks/${id}`
      await client.put(path, { ...(await client.get(path)).body, driverId: null })
    },
    createRule: async (values: object) => {
      const defaults = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
      return (await client.post('/api/deduction-rules', { ...defaults, ...values })).body
    },
    readLines: async (id: number) => (await client.get<Line[]>(`/api/billing/${id}/expenses`)).body,
    readSettlement: async (id: number) => (await client.get<Settlement>(`/api/billing/${id}`)).body,
    approve: step('approve'),
    pay: step('pay', PAYMENT),
    /** Voids a statement. Its payment, if there is one, was never cashed. */
    voidStatement: step('void', { reason: 'Wrong loads', cash: 'reversed', confirmed: ['year'] }),
    readPdf: async (id: number) => {
      const url = `/api/billing/${id}/statement.pdf`
      const headers = { cookie: client.cookie }
      return (await app.inject({ method: 'GET', url, headers })).rawPayload
    },
  }
}

/** A truck without an owner: its driver is the payee of its settlements. */
async function createTruck(client: Client): Promise<number> {
  const truck = makeSample('trucks', ++serial)
  const driver = { ...makeSample('drivers'), name: `Driver of ${String(truck.truckId)}` }
  const { id: driverId } = (await client.post('/api/drivers', driver)).body
  return (await client.post('/api/trucks', { ...truck, driverId })).body.id
}
