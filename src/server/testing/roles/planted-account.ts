/** An account that used every feature, with distinctive values in every place that some role must not see. */
import type { FastifyInstance } from 'fastify'
import { ACCOUNT_KINDS } from '#core/books/account-kinds.ts'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import type { CreatedInvoices } from '#core/invoices/responses.ts'
import { accountDay } from '#server/today.ts'
import { changeClosedMonth } from '#server/testing/books/closed-month.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { useEveryFeature, type UsedAccount } from '#server/testing/used-account.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteByLink } from '#server/testing/team.ts'
import type { Body, Client } from '#server/testing/test-app.ts'

export type PlantedAccount = UsedAccount & { secrets: string[] }

/** Texts contain "ZQ", and amounts have uneven cents: nothing else in the account does. */
export async function plantEverywhere(app: FastifyInstance): Promise<PlantedAccount> {
  const { client, ids } = await useEveryFeature(app)
  const secrets: string[] = []
  for (const name of ['owners', 'drivers'] as const)
    for (const [at, person] of (await client.get<Body[]>(`/api/${name}`)).body.entries()) {
      const sent = { bankDetails: `ZQ bank of ${name} ${at}`, taxId: `ZQ-${name}-${at}` }
      secrets.push(...Object.values(sent))
      await change(client, `/api/${name}/${person.id}`, sent)
    }
  await change(client, `/api/brokers/${ids.brokers}`, {
    creditLimit: '9417.37',
    quickPayPercent: '3.1737',
  })
  await plantSettlements(client, ids)
  await plantBooks(client, Number(ids.brokers))
  await plantBilling(client, ids)
  await inviteByLink(client, { email: 'zq-invited@example.com', role: 'viewer' })
  await client.post(`/api/billing/${ids.billing}/comments`, { text: 'ZQ comment' })
  // Changes the loads last. Those of locked statements then show drift.
  for (const [at, load] of (await client.get<Body[]>('/api/loads')).body.entries()) {
    const revenue = load.id === ids.loads ? {} : { revenue: `${8101 + at}.37` }
    await change(client, `/api/loads/${load.id}`, { ...revenue, paymentStatus: 'unpaid' })
  }
  await change(client, `/api/loads/${ids.loads}/charges`, { charges: CHARGES })
  await plantReading(client, ids)
  await change(client, `/api/settings/${ids.settings}`, {
    fuelDeductionValue: '15.37',
    insuranceDeductionValue: '351.37',
    customDeductions: [{ name: 'ZQ default', type: 'fixed', value: '352.37' }],
  })
  return { client, ids, secrets }
}

/** An account map, and a file for the accountant with the planted settlements and payments. */
async function plantBooks(client: Client, brokerId: number): Promise<void> {
  const accounts = ACCOUNT_KINDS.map(({ kind }) => ({ kind, account: `ZQ ${kind}`, item: '' }))
  await client.put('/api/books/accounts', { accounts, factoring: 'sale' })
  const days = { from: '2026-01-01', to: accountDay(), format: 'qbo-journal' }
  const { status, text } = await client.post('/api/export-batches', days)
  if (status !== 201) throw new Error(`The file was not made: ${text}`)
  await changeClosedMonth(client, { brokerId, amount: '361.37' }, 'ZQ late')
}

/** A draft with a typed line, and the settings of invoices and reminders. */
async function plantBilling(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const brokerId = ids.brokers
  const load = { ...makeSample('loads', 621), brokerId, deliveryStatus: 'delivered' }
  const loadIds = [(await client.post('/api/loads', load)).body.id]
  const made = await client.post<CreatedInvoices>('/api/invoices', { brokerId, loadIds })
  const extra = { description: 'ZQ extra', amount: '77.37', reason: 'ZQ promised' }
  await client.put(`/api/invoices/${made.body.created[0]?.id}`, { extras: [extra] })
  await change(client, '/api/invoice-settings', { note: 'ZQ below the total' })
  await change(client, '/api/receivables/reminders/settings', {
    beforeText: 'ZQ friendly {invoices} {company}',
  })
}

/** Plants the reading of a rate confirmation whose total differs from the load's. */
async function plantReading(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const path = `/api/loads/${ids.loads}/documents`
  const { id } = (await upload(client, path, { kind: 'rate-confirmation' })).body
  const box = { x: 0, y: 0, width: 1, height: 1 }
  const total = { value: '8642.57', page: 0, box, words: '$8,642.57' }
  const reading = toKeptReading({ layout: null, fields: { total } }, {})
  await client.put(`/api/documents/${id}/reading`, reading)
}

const CHARGES = [
  { kind: 'line-haul', amount: '8741.39', ownerShare: 'amount', ownerAmount: '7342.39' },
  { kind: 'detention', quantity: '2', rate: '731.39', ownerShare: 'percent', ownerPercent: '50' },
]

/** Lines, recurring deductions, a draft on hold, a paid statement, and payments with unapplied money. */
async function plantSettlements(client: Client, ids: UsedAccount['ids']): Promise<void> {
  const truckId = ids.trucks
  await client.post('/api/deduction-rules', {
    truckId,
    category: 'other',
    description: 'ZQ rule',
    basis: 'fixed',
    value: '613.37',
  })
  // Deletes a second deduction of the same name, which is then in the trash.
  const { id } = (
    await client.post('/api/deduction-rules', {
      truckId,
      category: 'other',
      description: 'ZQ rule',
      basis: 'fixed',
      value: '613.37',
    })
  ).body
  await client.delete(`/api/deduction-rules/${id}`)
  await change(client, `/api/deduction-rules/${ids.balances}`, {
    description: 'ZQ loan',
    total: '901.37',
  })
  for (const [at, settlementDate] of ['2026-08-07', '2026-08-14'].entries()) {
    const load = {
      ...makeSample('loads', 700 + at),
      truckId,
      settlementDate,
      revenue: `${7101 + at}.37`,
    }
    await client.post('/api/loads', { ...load, deliveryDate: settlementDate })
    const sent = { truckId, settlementDate, fuel: `${401 + at}.37`, notes: `ZQ notes ${at}` }
    const { id } = (await client.post('/api/billing', sent)).body
    const line = { category: 'tolls', description: `ZQ line ${at}`, reference: 'ZQ line reference' }
    await client.post(`/api/billing/${id}/expenses`, {
      ...line,
      amount: `${501 + at}.37`,
      date: settlementDate,
    })
    if (at === 0) await approveAndPay(client, id)
    else await client.post(`/api/billing/${id}/hold`, { reason: 'ZQ hold' })
  }
}

async function approveAndPay(client: Client, id: number): Promise<void> {
  await client.post(`/api/billing/${id}/approve`, {
    approvedOn: '2026-08-07',
    confirmed: ['approvedOn'],
  })
  await client.post(`/api/billing/${id}/pay`, {
    paidOn: '2026-08-10',
    paymentMethod: 'check',
    paymentReference: 'ZQ check',
    amount: '301.37',
    confirmed: ['paidOn', 'reference'],
  })
  // Only the part of a reversed payment still has the amount that covered the statement.
  const { ownerId, driverId } = (await client.get(`/api/billing/${id}`)).body
  const payee = { ownerId, driverId, paidOn: '2026-08-11', method: 'ach', amount: '221.37' }
  const parts = [{ billingId: id, amount: '201.37' }]
  const sent = { ...payee, parts, confirmed: ['paidOn', 'amount'] }
  const paid = (await client.post('/api/payments', sent)).body
  const reversal = { day: '2026-08-12', kind: 'returned', reason: 'ZQ returned' }
  await client.post(`/api/payments/${paid.id}/reverse`, { ...reversal, confirmed: ['day', 'year'] })
}

/** Throws if the app rejects the change: otherwise the test would look for a value that was never stored. */
async function change(client: Client, path: string, values: object): Promise<void> {
  const { status, text } = await client.put(path, { ...(await client.get(path)).body, ...values })
  if (status !== 200) throw new Error(`PUT ${path}: ${text}`)
}
