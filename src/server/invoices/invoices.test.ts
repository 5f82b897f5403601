/** Invoices from draft to void, through the API. */
import { beforeEach, expect, test } from 'vitest'
import type { LoadInvoices, Ready, Rebilled, Invoice } from '#core/invoices/responses.ts'
import { openBiller, type Biller } from '#server/testing/invoices/biller.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app } = await testApp()

let biller: Biller

beforeEach(async () => {
  biller = await openBiller(app)
})

const HAUL = { kind: 'line-haul', amount: '2400.00' }
const DETENTION = { kind: 'detention', quantity: '2.5', rate: '60', approval: 'approved' }
const giveReason = () => ({ on: accountDay(), reason: 'Wrong rate' })

test('C165 A draft follows its charges, and approval freezes them with a number and a due date', async () => {
  const load = await biller.addLoad()
  const charges = await biller.setCharges(load, [HAUL])
  const [made] = await biller.draft([load])
  expect(made).toMatchObject({ state: 'draft', number: null, total: '2400.00', status: 'draft' })
  await biller.setCharges(load, [...charges, DETENTION])
  const id = made?.id ?? 0
  expect((await biller.details(id)).total).toBe('2550.00')
  const approved = await biller.approve(id)
  expect(approved).toMatchObject({
    state: 'approved',
    number: '1',
    total: '2550.00',
    openAmount: '2550.00',
    termsDays: 21,
    hasDrift: false,
    status: 'approved',
  })
  expect((await biller.details(id)).lines).toMatchObject([
    { number: 1, kind: 'line-haul', amount: '2400.00', left: '2400.00' },
    { number: 2, kind: 'detention', quantity: '2.50', rate: '60.00', amount: '150.00' },
  ])
  const again = await biller.client.post(`/api/invoices/${id}/approve`)
  expect(again.status).toBe(409)
})

test('C165 A typed line has a reason, and the change of an outdated draft is rejected', async () => {
  const [made] = await biller.draft([await biller.addLoad()])
  const path = `/api/invoices/${made?.id}`
  const extras = [{ description: 'Fuel discount', amount: '-25.00', reason: 'Agreed by phone' }]
  const change = { extras, invoiceDate: '2026-11-20', termsDays: 10, version: made?.version }
  const changed = await biller.must<Invoice>('PUT', path, change)
  expect(changed).toMatchObject({ total: '2375.00', termsDays: 10 })
  expect((await biller.client.put(path, change)).status).toBe(412)
  const without = await biller.client.put(path, { extras: [{ description: 'X', amount: '1.00' }] })
  expect(without.status).toBe(400)
  const approved = await biller.approve(made?.id ?? 0, { confirmed: ['invoiceDate'] })
  expect(approved).toMatchObject({ total: '2375.00', dueOn: '2026-11-30' })
})

test('C166 Numbers have no gaps, also after a failed approval, with a prefix or as the load number', async () => {
  const numbers: (string | null)[] = []
  numbers.push((await biller.invoiceOf(await biller.addLoad())).number)
  const [empty] = await biller.draft([await biller.addLoad()])
  const moved = await biller.loadOf({ id: empty?.loads[0]?.id ?? 0 })
  await biller.must('PUT', `/api/loads/${moved.id}`, { ...moved, deliveryStatus: 'in-transit' })
  expect((await biller.client.post(`/api/invoices/${empty?.id}/approve`)).status).toBe(409)
  const settings = (await biller.client.get('/api/invoice-settings')).body
  await biller.must('PUT', '/api/invoice-settings', { ...settings, numberPrefix: 'INV-' })
  numbers.push((await biller.invoiceOf(await biller.addLoad())).number)
  await biller.must('PUT', '/api/invoice-settings', { numbering: 'load-number' })
  const load = await biller.addLoad({ loadId: 'A LOAD NUMBER THAT IS LONG' })
  const third = await biller.invoiceOf(load)
  const { credit, draft } = await biller.must<Rebilled>(
    'POST',
    `/api/invoices/${third.id}/rebill`,
    giveReason(),
  )
  const fourth = await biller.approve(draft.id)
  numbers.push(third.number, credit.number, fourth.number)
  const longest = 'A LOAD NUMBER THAT IS'
  const shorter = longest.slice(0, 19)
  expect(numbers).toEqual(['1', 'INV-2', longest, `${shorter}-2`, `${shorter}-3`])
})

test('C168 Charges that the broker has not approved must be confirmed, or are left off', async () => {
  const load = await biller.addLoad()
  const asked = { ...DETENTION, approval: 'asked' }
  const refused = { kind: 'layover', amount: '99.00', approval: 'refused' }
  await biller.setCharges(load, [HAUL, asked, refused])
  const [made] = await biller.draft([load])
  const path = `/api/invoices/${made?.id}/approve`
  const question = await biller.client.post(path)
  expect([question.status, question.body]).toMatchObject([409, { confirm: 'asked' }])
  const approved = await biller.approve(made?.id ?? 0, { leaveOffAsked: true })
  expect(approved).toMatchObject({ total: '2400.00', hasDrift: false })
  const { charges } = (
    await biller.client.get<{ charges: object[] }>(`/api/loads/${load.id}/charges`)
  ).body
  await biller.setCharges(load, [charges[0] ?? {}, { ...charges[1], approval: 'approved' }])
  expect((await biller.details(approved.id)).drift).toMatchObject([
    { billed: '2400.00', today: '2550.00', unbilled: '150.00' },
  ])
  const supplement = await biller.must<Invoice>('POST', `/api/invoices/${approved.id}/supplement`)
  expect(supplement).toMatchObject({ total: '150.00', supplementsId: approved.id })
  await biller.approve(supplement.id)
  expect(await biller.details(approved.id)).toMatchObject({ hasDrift: false, drift: [] })
  const nothing = await biller.client.post(`/api/invoices/${approved.id}/supplement`)
  expect(nothing.status).toBe(409)
})

test('C170 C171 A supplement of a load billed by its revenue does not bill the line haul again', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  await biller.setCharges(load, [HAUL, DETENTION])
  const supplement = await biller.must<Invoice>('POST', `/api/invoices/${invoice.id}/supplement`)
  expect(supplement.total).toBe('150.00')
  await biller.approve(supplement.id)
  expect((await biller.details(invoice.id)).drift).toEqual([])
})

test('C169 A credit note never exceeds the rest of a line, and crediting all frees the load', async () => {
  const load = await biller.addLoad()
  await biller.setCharges(load, [HAUL, DETENTION])
  const invoice = await biller.invoiceOf(load)
  const path = `/api/invoices/${invoice.id}/credit`
  const [haul, detention] = invoice.lines
  const part = { ...giveReason(), lines: [{ lineId: detention?.id, amount: '50.00' }] }
  const credit = await biller.must<Invoice>('POST', path, part)
  expect(credit).toMatchObject({ kind: 'credit-note', total: '-50.00', creditsId: invoice.id })
  const more = { ...giveReason(), lines: [{ lineId: detention?.id, amount: '100.01' }] }
  expect((await biller.client.post(path, more)).status).toBe(400)
  const early = { on: '2020-01-01', reason: 'X', lines: [{ lineId: haul?.id, amount: '1.00' }] }
  expect((await biller.client.post(path, early)).body.fields).toHaveProperty('on')
  expect(await biller.details(invoice.id)).toMatchObject({
    openAmount: '2500.00',
    hasDrift: false,
    lines: [{ left: '2400.00' }, { left: '100.00' }],
  })
  await biller.must('POST', path, { ...giveReason(), whole: true })
  expect(await biller.details(invoice.id)).toMatchObject({ openAmount: '0.00', status: 'credited' })
  expect((await biller.draft([load]))[0]?.total).toBe('2550.00')
})

test('C169 A void invoice keeps its number, owes nothing, and its load can be billed again', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  const path = `/api/invoices/${invoice.id}/void`
  expect((await biller.client.delete(`/api/loads/${load.id}`)).body.message).toBe(
    `Load ${load.loadId} is on invoice 1. Void or credit the invoice first.`,
  )
  expect((await biller.client.delete(`/api/brokers/${biller.brokerId}`)).status).toBe(409)
  const voided = await biller.must<Invoice>('POST', path, giveReason())
  expect(voided).toMatchObject({ state: 'void', number: '1', openAmount: '0.00', status: 'void' })
  expect((await biller.client.post(path, giveReason())).status).toBe(409)
  expect((await biller.invoiceOf(load)).number).toBe('2')
  const other = await biller.addLoad()
  const second = await biller.invoiceOf(other)
  await biller.must('POST', `/api/invoices/${second.id}/void`, giveReason())
  expect((await biller.client.delete(`/api/loads/${other.id}`)).status).toBeLessThan(300)
  expect((await biller.details(second.id)).lines).toHaveLength(1)
})

test('C169 A void credit note is owed again, unless its load is on another invoice now', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  const credit = `/api/invoices/${invoice.id}/credit`
  const note = await biller.must<Invoice>('POST', credit, { ...giveReason(), whole: true })
  const voidPath = `/api/invoices/${note.id}/void`
  await biller.must('POST', voidPath, giveReason())
  expect((await biller.details(invoice.id)).openAmount).toBe('2400.00')
  const again = await biller.must<Invoice>('POST', credit, { ...giveReason(), whole: true })
  await biller.invoiceOf(load)
  const rejected = await biller.client.post(`/api/invoices/${again.id}/void`, giveReason())
  expect(rejected.status).toBe(409)
})

test('C170 C171 A changed load is drift; credit and rebill credits the rest and drafts it again', async () => {
  const load = await biller.addLoad()
  const invoice = await biller.invoiceOf(load)
  await biller.must('PUT', `/api/loads/${load.id}`, {
    ...(await biller.loadOf(load)),
    revenue: '2500.00',
  })
  expect((await biller.details(invoice.id)).flags).toEqual(['drift'])
  const key = { 'idempotency-key': 'rebill-1' }
  const path = `/api/invoices/${invoice.id}/rebill`
  const [first, second] = [
    await biller.client.post<Rebilled>(path, giveReason(), key),
    await biller.client.post<Rebilled>(path, giveReason(), key),
  ]
  expect(second.body).toEqual(first.body)
  expect(first.body).toMatchObject({
    credit: { total: '-2400.00' },
    draft: { total: '2500.00', rebillsId: invoice.id },
  })
  const approved = await biller.approve(first.body.draft.id)
  expect(approved).toMatchObject({ total: '2500.00', hasDrift: false })
})

test('C172 The payment status of a load follows its invoice, unless it was set manually', async () => {
  const load = await biller.addLoad()
  const [made] = await biller.draft([load])
  const statuses = [(await biller.loadOf(load)).paymentStatus]
  await biller.approve(made?.id ?? 0)
  statuses.push((await biller.loadOf(load)).paymentStatus)
  const typed = { ...(await biller.loadOf(load)), paymentStatus: 'paid' }
  await biller.must('PUT', `/api/loads/${load.id}`, typed)
  const path = `/api/loads/${load.id}/invoices`
  const read = async () => (await biller.client.get<LoadInvoices>(path)).body
  expect(await read()).toMatchObject({ paymentStatus: 'paid', paymentStatusByHand: true })
  const automatic = `/api/loads/${load.id}/payment-status/automatic`
  const followed = await biller.must<LoadInvoices>('POST', automatic)
  expect(followed).toMatchObject({ paymentStatus: 'pending', paymentStatusByHand: false })
  await biller.must('POST', `/api/invoices/${made?.id}/void`, giveReason())
  statuses.push((await biller.loadOf(load)).paymentStatus)
  expect(statuses).toEqual(['unpaid', 'pending', 'unpaid'])
})

test('C173 Loads are ready to bill or not, with the reasons, and their counts and totals', async () => {
  const { client } = biller
  const bare = (await client.post('/api/brokers', { companyName: 'No Address' })).body.id
  await biller.addLoad()
  await biller.addLoad({ brokerId: null })
  await biller.addLoad({ brokerId: bare })
  await biller.addLoad({ revenue: '0.00' })
  await biller.setCharges(await biller.addLoad(), [HAUL, { ...DETENTION, approval: 'asked' }])
  await biller.addLoad({ paymentStatus: 'paid' })
  await biller.addLoad({ deliveryStatus: 'in-transit' })
  const tonu = await biller.addLoad({ deliveryStatus: 'scheduled', deliveryDate: null })
  await biller.setCharges(tonu, [{ kind: 'tonu', amount: '250.00', approval: 'approved' }])
  await biller.draft([await biller.addLoad()])
  const { body } = await client.get<Ready>('/api/billing/ready')
  expect(body.ready).toMatchObject([
    { brokerName: 'Landstar', total: '2650.00', loads: [{}, { amount: '2400.00' }] },
  ])
  expect(body.notReady.map(({ reasons }) => reasons.join())).toEqual([
    'No broker',
    'No Address has no address or email',
    'No rate',
    'Detention not approved by the broker',
  ])
  expect(body.tabs).toMatchObject({
    ready: { count: 2, total: '2650.00' },
    notReady: { count: 4, total: '7350.00' },
    drafts: { count: 1, total: '2400.00' },
  })
})

test('C168 Several drafts are approved even if one of them is rejected', async () => {
  const good = await biller.draft([await biller.addLoad(), await biller.addLoad()])
  const [bad] = await biller.draft([await biller.addLoad()])
  const load = await biller.loadOf({ id: bad?.loads[0]?.id ?? 0 })
  await biller.must('PUT', `/api/loads/${load.id}`, { ...load, deliveryStatus: 'in-transit' })
  const ids = [...good, ...(bad ? [bad] : [])].map(({ id }) => id)
  const approved = await biller.must('POST', '/api/invoices/approve', { ids })
  expect(approved).toMatchObject({
    results: [
      { invoice: { number: '1' } },
      { invoice: { number: '2' } },
      { error: `Load ${load.loadId} is not delivered` },
    ],
  })
})

test('C165 A load is on one standing invoice, also if two people bill it at once', async () => {
  const load = await biller.addLoad()
  const sent = { brokerId: biller.brokerId, loadIds: [load.id] }
  const made = await Promise.all([1, 2, 3].map(() => biller.client.post('/api/invoices', sent)))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('C72 A dispatcher with revenue reads invoices and changes none', async () => {
  const invoice = await biller.invoiceOf(await biller.addLoad())
  const dispatcher = await inviteMember(app, biller.client, 'dispatcher')
  expect((await dispatcher.get(`/api/invoices/${invoice.id}`)).status).toBe(200)
  expect((await dispatcher.post(`/api/invoices/${invoice.id}/void`, giveReason())).status).toBe(403)
  await biller.client.put('/api/team/settings', { dispatcherRevenue: false })
  expect((await dispatcher.get('/api/invoices')).status).toBe(403)
})

test('C167 An open invoice that the broker disputes has a flag and needs attention', async () => {
  const invoice = await biller.invoiceOf(await biller.addLoad())
  const dispute = { reason: 'rate', amount: '100.00', openedOn: invoice.invoiceDate }
  await biller.must('POST', `/api/invoices/${invoice.id}/disputes`, dispute)
  expect((await biller.details(invoice.id)).flags).toEqual(['disputed'])
  const tab = await biller.client.get<Invoice[]>('/api/invoices?tab=attention')
  expect(tab.body.map(({ id }) => id)).toEqual([invoice.id])
  const { tabs } = (await biller.client.get<Ready>('/api/billing/ready')).body
  expect(tabs).toMatchObject({ attention: { count: 1, total: '2400.00' }, sent: { count: 0 } })
})

test('C167 The list is filtered by status, tab, broker and number, and searched by load numbers', async () => {
  const load = await biller.addLoad({ brokerLoadNumber: 'BRK-77123' })
  await biller.invoiceOf(load)
  await biller.draft([await biller.addLoad()])
  const count = async (query: string) =>
    (await biller.client.get(`/api/invoices/count?${query}`)).body.count as number
  expect(
    await Promise.all(
      [
        'status=approved',
        'tab=sent',
        'tab=draft',
        'search=77123',
        'search=Landstar',
        'number=1',
      ].map(count),
    ),
  ).toEqual([1, 1, 1, 1, 2, 1])
  for (const unknown of ['other', 'constructor', '__proto__', ''])
    expect([unknown, await count(`tab=${unknown}`)]).toEqual([unknown, 0])
  const csv = await biller.client.get('/api/invoices/export.csv')
  expect(csv.text).toContain('BRK-77123')
  expect((await biller.client.get('/api/invoices/totals')).body).toMatchObject({
    count: 2,
    total: '4800.00',
    openAmount: '2400.00',
  })
})
