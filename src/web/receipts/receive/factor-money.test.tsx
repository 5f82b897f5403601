/** The factor's money that a broker paid the carrier, and corrections of paid invoices (SPEC C330, C333, C334, C336). */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  fill,
  findNoText,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const ago = (days: number) => addDays(new Date().toISOString().slice(0, 10), -days)
const ANY_DAY = ['receivedOn', 'day', 'on']
let samples = 0

/** An approved invoice of $1,000.00. */
async function bill(brokerId: number) {
  const delivered = { deliveryStatus: 'delivered', pickupDate: ago(30), deliveryDate: ago(30) }
  const load = { ...makeSample('loads', ++samples), brokerId, revenue: '1000', ...delivered }
  const { id: loadId } = await create('loads', load)
  type Made = { created: { id: number }[] }
  const { created } = await call<Made>('POST', '/api/invoices', { brokerId, loadIds: [loadId] })
  const id = created[0]?.id ?? 0
  await call('PUT', `/api/invoices/${id}`, { invoiceDate: ago(25), termsDays: 30 })
  await call('POST', `/api/invoices/${id}/approve`, { confirmed: ['papers'] })
  return { id, loadId }
}

const addBroker = async () =>
  (await create('brokers', { ...makeSample('brokers', ++samples), address: '1 Main St' })).id

test('C333 C334 The payment of a factored invoice is marked, asked and forwarded', async () => {
  await enter()
  const factor = await create('factors', {
    name: 'Apex',
    remitTo: 'P.O. Box 1\nFort Worth, TX 76101',
    notice: 'Assigned to Apex.',
    advancePercent: '90',
    feePercent: '3',
    recourseDays: 90,
    isDefault: true,
    firstDay: '2020-01-01',
  })
  const brokerId = await addBroker()
  const { id: invoiceId } = await bill(brokerId)
  const path = `/api/factors/${factor.id}`
  const invoiceIds = [invoiceId]
  const schedule = { day: ago(24), invoiceIds }
  const { id } = await call<{ id: number }>('POST', `${path}/schedules`, schedule)
  await call('POST', `/api/factor-schedules/${id}/submit`)
  const bought = [
    { kind: 'advance', invoiceId, amount: '900' },
    { kind: 'fee', invoiceId, amount: '30' },
    { kind: 'reserve', invoiceId, amount: '70' },
  ]
  await call('POST', `${path}/deposits`, { day: ago(23), amount: '900', entries: bought })
  await open(`/receipts/new?broker=${brokerId}&name=Landstar`)
  await findText('· with Apex')
  await fill({ Amount: '1000' })
  await user.click(await screen.findByLabelText('Pay invoice 1'))
  await press('Receive Payment')
  await findText('Apex bought invoice 1: $1,000.00 of this money belongs to Apex.')
  await press('Confirm')
  await findToast(/received/i)
  await open(`/factoring/${factor.id}`)
  await findText('$1,000.00 to Forward to Apex')
  await press('Forward $1,000.00')
  await press('Save Report')
  await findNoText('$1,000.00 to Forward to Apex')
  const { state } = await call<{ state: string }>('GET', `/api/invoices/${invoiceId}/factoring`)
  expect(state).toBe('collected')
})

test('C336 The dialog of a credit note asks whether the paid amount stays as unapplied money', async () => {
  await enter()
  const brokerId = await addBroker()
  const { id: invoiceId } = await bill(brokerId)
  const parts = [{ invoiceId, amount: '1000' }]
  const paid = { brokerId, receivedOn: ago(5), method: 'check', reference: '77', amount: '1000' }
  const receipt = await create('receipts', { ...paid, parts, confirmed: ANY_DAY })
  await open(`/invoices/${invoiceId}`)
  await press('Credit')
  await fill({ Reason: 'Late fee' })
  await press('Credit $1,000.00')
  await findText(
    'Invoice 1 is paid. Make the credit note, and keep $1,000.00 of Check 77 as unapplied money of the broker?',
  )
  await press('Confirm')
  await waitFor(async () => {
    const { unapplied } = await call<{ unapplied: string }>('GET', `/api/receipts/${receipt.id}`)
    expect(unapplied).toBe('1000.00')
  })
})

test('C330 The void of a credit note says that the short pay and the owner’s charge end', async () => {
  await enter()
  const brokerId = await addBroker()
  const { id: invoiceId, loadId } = await bill(brokerId)
  const differences = [
    { kind: 'short-pay-accepted', amount: '100', reason: 'Late', bears: 'owner' },
  ]
  const paid = { brokerId, receivedOn: ago(5), method: 'check', reference: '78', amount: '900' }
  const parts = [{ invoiceId, amount: '900', differences }]
  await create('receipts', { ...paid, parts, confirmed: ANY_DAY })
  type Of = { differences: { creditNoteId: number }[] }
  const of = await call<Of>('GET', `/api/invoices/${invoiceId}/receipts`)
  const readRevenue = async () =>
    (await call<{ revenue: string }>('GET', `/api/loads/${loadId}`)).revenue
  expect(await readRevenue()).toBe('900.00')
  await open(`/invoices/${of.differences[0]?.creditNoteId}`)
  await press('Void')
  await findText('The accepted short pay (Late) ends with this credit note.')
  await fill({ Reason: 'Paid after all' })
  await press('Void', await screen.findByRole('dialog'))
  await findToast('Credit Note 2 voided')
  expect(await readRevenue()).toBe('1000.00')
})
