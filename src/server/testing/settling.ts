/** A new account with one truck, and calls for its loads and settlements. */
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Line } from '#core/settlements/lines.ts'
import { makeSample } from './samples.ts'
import { signUp, type Body, type Client } from './test-app.ts'
import type { FastifyInstance } from 'fastify'

export type Settling = Awaited<ReturnType<typeof settling>>

/** Confirms what an unusual day or a used check number asks. */
const PAYMENT = {
  paidOn: '2026-11-25',
  paymentMethod: 'check',
  paymentReference: '1001',
  confirmed: ['paidOn', 'reference'],
}

/** Makes e-mail addresses, load numbers and truck numbers unique. */
let serial = 0

export async function settling(app: FastifyInstance) {
  const me = await signUp(app, `settling${++serial}.${Math.random()}@example.com`)
  const truckId = await newTruck(me)

  async function load(settlementDate: string, revenue = '1000', more: object = {}): Promise<Body> {
    const sent = { ...makeSample('loads', ++serial), truckId, settlementDate, revenue, ...more }
    return (await me.post('/api/loads', sent)).body
  }

  async function settle(settlementDate: string, values: object = {}): Promise<Settlement> {
    return (await me.post<Settlement>('/api/billing', { truckId, settlementDate, ...values })).body
  }

  const step = (name: string, body?: object) => (id: number) =>
    me.post<Settlement>(`/api/billing/${id}/${name}`, body)

  return {
    me,
    truckId,
    load,
    settle,
    truck: () => newTruck(me),
    rule: async (values: object) => {
      const defaults = { category: 'other', description: 'Fee', basis: 'fixed', value: '100' }
      return (await me.post('/api/deduction-rules', { ...defaults, ...values })).body
    },
    lines: async (id: number) => (await me.get<Line[]>(`/api/billing/${id}/expenses`)).body,
    read: async (id: number) => (await me.get<Settlement>(`/api/billing/${id}`)).body,
    approve: step('approve'),
    pay: step('pay', PAYMENT),
    /** The payment, if there is one, was never cashed. */
    voidIt: step('void', { reason: 'Wrong loads', cash: 'reversed' }),
    pdf: async (id: number) => {
      const url = `/api/billing/${id}/statement.pdf`
      const headers = { cookie: me.cookie }
      return (await app.inject({ method: 'GET', url, headers })).rawPayload
    },
  }
}

async function newTruck(me: Client): Promise<number> {
  return (await me.post('/api/trucks', makeSample('trucks', ++serial))).body.id
}
