/** Days to pay, disputes, contacts, credit, reminders and legal deadlines (SPEC C203–C208). */
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { Aging } from '#core/receivables/aging.ts'
import type { BrokerAccount, Credit } from '#core/receivables/broker-account.ts'
import type { Dispute } from '#core/receivables/disputes.ts'
import type { InvoiceAccount } from '#core/receivables/invoice-account.ts'
import { listLawDates } from '#core/receivables/law-dates.ts'
import type { Reminders } from '#core/receivables/reminders.ts'
import { keepDay } from '#server/testing/keep-day.ts'
import { makeBroker, storeInvoice } from '#server/testing/receivables/ledger-rows.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app, database } = await testApp()
keepDay()
const TODAY = accountDay()
let me: Client
let userId: string
let acme: number

beforeEach(async () => {
  me = await signUp(app)
  userId = await readAccountId(me)
  acme = await makeBroker(me, 'Acme Logistics')
})

const bill = (daysAgo: number, total: string) =>
  storeInvoice(database, userId, { brokerId: acme, invoiceDate: addDays(TODAY, -daysAgo), total })

const account = async () => (await me.get<BrokerAccount>(`/api/brokers/${acme}/account`)).body
const reminders = async () => (await me.get<Reminders>('/api/receivables/reminders')).body

test('C203 The promised terms are the broker’s own, else the account’s', async () => {
  const terms = async () => (await account()).daysToPay.terms
  expect(await terms()).toBe(30)
  expect((await me.put('/api/invoice-settings', { termsDays: '45' })).status).toBe(200)
  expect(await terms()).toBe(45)
  const broker = (await me.get(`/api/brokers/${acme}`)).body
  expect((await me.put(`/api/brokers/${acme}`, { ...broker, termsDays: '0' })).status).toBe(200)
  expect(await terms()).toBe(0)
})

test('C204 A dispute counts from its day until it is closed, and not above the open amount', async () => {
  const { id, invoiceDate } = await bill(50, '1000.00')
  const dispute = { reason: 'rate', amount: '300.00', openedOn: addDays(invoiceDate, 10) }
  const path = `/api/invoices/${id}/disputes`
  const made = await me.post<Dispute>(path, dispute)
  expect(made.status).toBe(201)
  const tooMuch = await me.post(path, { ...dispute, amount: '700.01' })
  expect([tooMuch.status, Object.keys(tooMuch.body.fields ?? {})]).toEqual([400, ['amount']])
  const disputed = async (asOf: string) =>
    (await me.get<Aging>(`/api/receivables/aging?asOf=${asOf}`)).body.total.disputed
  expect(await disputed(addDays(invoiceDate, 9))).toBe('0.00')
  expect(await disputed(addDays(invoiceDate, 10))).toBe('300.00')
  const closing = { closedOn: addDays(invoiceDate, 20), outcome: 'withdrawn' }
  const closed = await me.post(`/api/disputes/${made.body.id}/close`, closing)
  expect(closed.status).toBe(200)
  expect((await me.post(`/api/disputes/${made.body.id}/close`, closing)).status).toBe(409)
  expect(await disputed(addDays(invoiceDate, 19))).toBe('300.00')
  expect(await disputed(addDays(invoiceDate, 20))).toBe('0.00')
})

test('C385 The days of disputes and contacts must be confirmed if they are unusual', async () => {
  const { id, invoiceDate } = await bill(50, '1000.00')
  const future = '2999-01-01'
  const days = { openedOn: invoiceDate, closedOn: TODAY, day: TODAY }
  const asked = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const [field = ''] = Object.keys(days).filter((name) => name in body)
    const question = await me.send(method, path, { ...body, [field]: future })
    expect([path, question.status, question.body['confirm']]).toEqual([path, 409, field])
    const done = await me.send<Body>(method, path, { ...body, [field]: future, confirmed: [field] })
    expect([path, done.status < 300 ? '' : done.text]).toEqual([path, ''])
    return done.body
  }
  const dispute = { reason: 'rate', amount: '5.00', openedOn: invoiceDate }
  const made = await asked('POST', `/api/invoices/${id}/disputes`, dispute)
  // A day that does not change is not asked about again.
  const same = await me.put(`/api/disputes/${made.id}`, { ...dispute, openedOn: future })
  expect(same.status).toBe(200)
  await me.put(`/api/disputes/${made.id}`, dispute)
  await asked('PUT', `/api/disputes/${made.id}`, dispute)
  await me.put(`/api/disputes/${made.id}`, dispute)
  await asked('POST', `/api/disputes/${made.id}/close`, { closedOn: TODAY, outcome: 'paid' })
  const contact = { day: TODAY, kind: 'call', text: 'Promised a check' }
  await asked('POST', `/api/brokers/${acme}/contacts`, contact)
  const logged = await asked('POST', `/api/invoices/${id}/contacts`, contact)
  await me.put(`/api/contacts/${logged.id}`, contact)
  await asked('PUT', `/api/contacts/${logged.id}`, contact)
})

test('C205 Members who may bill log contacts with the person, the day and the follow-up', async () => {
  const { id } = await bill(50, '1000.00')
  const contact = { day: TODAY, kind: 'call', text: 'Promised a check', nextOn: addDays(TODAY, 7) }
  const made = await me.post(`/api/invoices/${id}/contacts`, contact)
  expect(made.body).toMatchObject({ ...contact, brokerId: acme, invoiceId: id, by: 'Pat Doe' })
  expect((await account()).contacts).toHaveLength(1)
  const viewer = await inviteMember(app, me, 'dispatcher')
  expect((await viewer.get(`/api/brokers/${acme}/contacts`)).status).toBe(200)
  expect((await viewer.post(`/api/brokers/${acme}/contacts`, contact)).status).toBe(403)
  expect((await me.delete(`/api/contacts/${made.body.id}`)).status).toBe(204)
})

test('C206 Credit is used by open invoices, delivered loads and current loads', async () => {
  await bill(50, '1000.00')
  const broker = (await me.get(`/api/brokers/${acme}`)).body
  await me.put(`/api/brokers/${acme}`, { ...broker, creditLimit: '3000.00' })
  const load = { brokerId: acme, paymentStatus: 'unpaid' }
  for (const [at, deliveryStatus] of ['delivered', 'in-transit'].entries()) {
    const sent = { ...makeSample('loads', 40 + at), ...load, deliveryStatus, revenue: '900.00' }
    expect((await me.post('/api/loads', sent)).status).toBe(201)
  }
  const { body } = await me.get<Credit>(`/api/brokers/${acme}/credit`)
  expect(body).toEqual({
    limit: '3000.00',
    open: '1000.00',
    delivered: '900.00',
    notDelivered: '900.00',
    used: '2800.00',
    isOver: false,
  })
  await bill(10, '200.01')
  expect((await account()).credit).toMatchObject({ used: '3000.01', isOver: true })
})

test('C207 A reminder is due by its days, and is in the log of each invoice once it is sent', async () => {
  const { id } = await bill(40, '500.00')
  const [due] = (await reminders()).reminders
  expect(due).toMatchObject({ stage: 'due', brokerId: acme, invoices: [{ id, open: '500.00' }] })
  const sent = {
    brokerId: acme,
    stage: 'due',
    invoiceIds: [id],
    how: 'by-hand',
    subject: due?.subject,
    text: due?.text,
  }
  expect((await me.post('/api/receivables/reminders', sent)).body).toMatchObject({ recorded: 1 })
  expect((await reminders()).reminders).toEqual([])
  expect((await me.post('/api/receivables/reminders', sent)).status).toBe(409)
  const { contacts } = (await me.get<InvoiceAccount>(`/api/invoices/${id}/account`)).body
  expect(contacts).toMatchObject([{ kind: 'email', reminder: 'due' }])
  const days = { beforeDays: 5, dueDays: 1, finalDays: 8 }
  const path = '/api/receivables/reminders/settings'
  expect((await me.put(path, days, { 'if-match': '"0"' })).status).toBe(200)
  expect((await reminders()).reminders).toMatchObject([{ stage: 'final' }])
  expect((await me.put(path, { ...days, finalDays: 1 })).status).toBe(400)
  expect((await me.put(path, { ...days, dueText: 'Pay' })).status).toBe(400)
})

test('C207 Due reminders and the day of the log follow the day of the person who sends them', async () => {
  const yesterday = addDays(TODAY, -1)
  const { id, dueOn } = await bill(44, '500.00')
  const listed = async (today: string) => {
    const path = `/api/receivables/reminders?today=${today}`
    return (await me.get<Reminders>(path)).body.reminders.map(({ stage }) => stage)
  }
  const settings = { beforeDays: 5, dueDays: 14, finalDays: 30 }
  expect((await me.put('/api/receivables/reminders/settings', settings)).status).toBe(200)
  expect(addDays(dueOn, 14)).toBe(TODAY)
  expect([await listed(TODAY), await listed(yesterday)]).toEqual([['due'], []])
  const sent = {
    brokerId: acme,
    stage: 'due',
    invoiceIds: [id],
    how: 'by-hand',
    subject: 'Past due',
    text: 'Please pay',
  }
  const path = '/api/receivables/reminders'
  expect((await me.post(path, { ...sent, sentOn: yesterday })).status).toBe(409)
  const draft = `${path}/draft.eml?brokerId=${acme}&stage=due&today=`
  expect((await me.get(draft + yesterday)).status).toBe(404)
  expect((await me.get(draft + TODAY)).status).toBe(200)
  const tomorrow = addDays(TODAY, 1)
  expect((await me.post(path, { ...sent, sentOn: tomorrow })).status).toBe(201)
  const { contacts } = (await me.get<InvoiceAccount>(`/api/invoices/${id}/account`)).body
  expect(contacts).toMatchObject([{ reminder: 'due', day: tomorrow }])
})

test('C207 A reminder is not drafted or sent on a day that no time zone has now', async () => {
  const { id } = await bill(31, '500.00')
  const path = '/api/receivables/reminders'
  const draft = `${path}/draft.eml?brokerId=${acme}&stage=final&today=`
  const message = 'Use today’s date. Check the date of your device.'
  const sent = {
    brokerId: acme,
    stage: 'final',
    invoiceIds: [id],
    how: 'by-hand',
    subject: 'Final notice',
    text: 'Please pay',
  }
  type Rejected = { fields?: Record<string, string[]> }
  for (const days of [365, 2, -2]) {
    const day = addDays(TODAY, days)
    expect((await me.get(`${path}?today=${day}`)).status).toBe(200)
    const drafted = await me.get<Rejected>(draft + day)
    expect([drafted.status, drafted.body.fields]).toEqual([400, { today: [message] }])
    const { status, body } = await me.post<Rejected>(path, { ...sent, sentOn: day })
    expect([status, body.fields]).toEqual([400, { sentOn: [message] }])
  }
})

test('C208 The legal deadlines are 180 days after the bill and 18 months after delivery', async () => {
  expect(listLawDates({ billedOn: '2026-01-10', deliveredOn: '2026-08-31' })).toEqual({
    moreChargesBy: '2026-07-09',
    contestBy: '2026-07-09',
    suitBy: '2028-02-29',
  })
  const { id } = await bill(500, '100.00')
  expect((await reminders()).suits).toMatchObject([{ id, brokerName: 'Acme Logistics' }])
})
