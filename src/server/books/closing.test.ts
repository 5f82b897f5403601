/** Closed months: every change of money up to the closed day asks for a reason and is listed (SPEC C374–C376). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CLOSED_REASON_HEADER } from '#core/api.ts'
import type { ClosedChange, BooksClosing } from '#core/books/closing.ts'
import type { ApprovedInvoices, CreatedInvoices } from '#core/invoices/responses.ts'
import { createCarrierWithPayments } from '#server/testing/carrier-with-payments.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'

const { app, database } = await testApp()
const WHY = 'The bank’s letter came late – 100% sure'
const REASON = { [CLOSED_REASON_HEADER]: encodeURIComponent(WHY) }

const close = (client: Client, closedThrough: string | null) =>
  client.put<BooksClosing & Body>('/api/books/closing', { closedThrough })

const readChanges = async (client: Client) =>
  (await client.get<ClosedChange[]>('/api/books/closed-changes')).body

/** Sends a change that is dated into a closed month: first without a reason, then with one. Returns the second answer. */
async function changeClosed(client: Client, path: string, body: object) {
  const asked = await client.post<Body>(path, body)
  expect([path, asked.status, asked.body.confirm]).toEqual([path, 409, 'closed'])
  expect(asked.body.message).toMatch(
    /^(Truck \S+: )?The books are closed through 10\/31\/2026, and this is dated 10\/\d+\/2026\./,
  )
  const done = await client.post<Body>(path, body, REASON)
  expect([path, done.status < 300 ? '' : done.text]).toEqual([path, ''])
  return done.body
}

test('C374 The books are closed through a day, which can be changed, and the audit log has it', async () => {
  const me = await signUp(app)
  expect((await me.get<BooksClosing>('/api/books/closing')).body).toEqual({ closedThrough: null })
  expect((await close(me, '2026-10-31')).body).toEqual({ closedThrough: '2026-10-31' })
  expect((await close(me, '2026-09-30')).body).toEqual({ closedThrough: '2026-09-30' })
  expect((await close(me, null)).body).toEqual({ closedThrough: null })
  const future = await close(me, '2999-01-01')
  expect([future.status, future.body.fields]).toEqual([
    400,
    { closedThrough: ['The day must not be in the future'] },
  ])
  type Event = { action: string; after: Record<string, unknown> | null; labels: object }
  const events = (await me.get<Event[]>('/api/audit?subject=account_map')).body
  expect(events.map(({ labels }) => labels)).toEqual(events.map(() => ({ personId: 'Pat Doe' })))
  expect(events.map(({ action, after }) => [action, after?.['closedThrough']])).toEqual([
    ['changed', null],
    ['changed', '2026-09-30'],
    ['created', '2026-10-31'],
  ])
  // The account map was never saved.
  expect((await me.get('/api/books/accounts')).body.version).toBe(0)
})

test('C374 Those who can make files can close the books', async () => {
  const me = await signUp(app)
  const statuses = []
  for (const role of ['dispatcher', 'viewer', 'accounting'] as const) {
    const member = await inviteMember(app, me, role)
    const read = await member.get('/api/books/closed-changes')
    statuses.push([role, read.status, (await close(member, '2026-10-31')).status])
  }
  expect(statuses).toEqual([
    ['dispatcher', 403, 403],
    ['viewer', 403, 403],
    ['accounting', 200, 200],
  ])
})

test('C375 C376 Money from brokers in a closed month needs a reason and is listed', async () => {
  const carrier = await createCarrierWithInvoices(app)
  const { client, brokerId } = carrier
  const paid = await carrier.createInvoice({ total: '1000' })
  const voided = await carrier.createInvoice({ total: '700' })
  const short = await carrier.createInvoice({ total: '300' })
  await close(client, '2026-10-31')
  const payment = {
    brokerId,
    method: 'check',
    amount: '1000',
    confirmed: ['receivedOn'],
    parts: [{ invoiceId: paid, amount: '1000' }],
  }
  const late = { ...payment, receivedOn: '2026-11-02', parts: [], amount: '5' }
  expect((await client.post('/api/receipts', late)).status).toBe(201)
  const receipt = await changeClosed(client, '/api/receipts', {
    ...payment,
    receivedOn: '2026-10-20',
  })
  const reversal = { day: '2026-10-25', reason: 'Bounced', confirmed: ['day'] }
  await changeClosed(client, `/api/receipts/${receipt.id}/reverse`, reversal)
  await changeClosed(client, `/api/invoices/${voided}/void`, {
    on: '2026-10-30',
    reason: 'Twice',
    confirmed: ['on'],
  })
  await changeClosed(client, '/api/differences', {
    brokerId,
    day: '2026-10-30',
    confirmed: ['day'],
    parts: [
      {
        invoiceId: short,
        amount: '0',
        differences: [{ kind: 'write-off', amount: '300', reason: 'Small' }],
      },
    ],
  })
  const changes = await readChanges(client)
  expect(new Set(changes.map(({ reason }) => reason))).toEqual(new Set([WHY]))
  expect(changes.map(({ day, what, amount }) => [day, what.split(', ')[0], amount])).toEqual([
    ['2026-10-30', 'Write-off', '-300.00'],
    ['2026-10-30', expect.stringMatching(/^Void of invoice \S+$/), '-700.00'],
    ['2026-10-25', 'Reversal', '1000.00'],
    ['2026-10-20', 'Payment', '-1000.00'],
  ])
  expect(changes[3]?.what).toMatch(/^Payment, invoice \S+, .+/)
  expect(changes[3]).toMatchObject({ closedThrough: '2026-10-31', changedBy: 'Pat Doe' })
  const file = await client.get('/api/books/closed-changes.csv')
  expect(file.text).toContain('2026-10-30,"Write-off, invoice ')
})

test('C375 Settlements and payments in a closed month need a reason', async () => {
  const carrier = await createCarrierWithPayments(app)
  const { client } = carrier
  const statement = await carrier.createStatement('2026-10-02', '1000.00')
  await carrier.createLoad('2026-10-09', '500.00')
  const draft = await carrier.settle('2026-10-09')
  const rule = await carrier.createRule({
    description: 'Loan',
    balance: 'loan',
    value: '100',
    total: '500',
    truckId: carrier.truckId,
  })
  await close(client, '2026-10-31')
  const approval = { approvedOn: '2026-10-09', confirmed: ['approvedOn'] }
  await changeClosed(client, `/api/billing/${draft.id}/approve`, approval)
  const paid = await changeClosed(client, '/api/payments', {
    ownerId: carrier.ann,
    method: 'check',
    reference: '7',
    amount: '1200.00',
    paidOn: '2026-10-12',
    confirmed: ['paidOn', 'amount'],
    parts: [{ billingId: statement.id, amount: '1000.00' }],
  })
  const closing = { kind: 'write-off', day: '2026-10-20', amount: '200.00', reason: 'Gone' }
  await changeClosed(client, `/api/payments/${paid.id}/closings`, {
    ...closing,
    confirmed: ['day', 'year'],
  })
  const [closed] = (await carrier.readPayment(Number(paid.id))).closings
  const undo = `/api/payments/${paid.id}/closings/${closed?.id}`
  expect((await client.delete<Body>(undo)).body.confirm).toBe('closed')
  expect((await client.delete(undo, REASON)).status).toBe(204)
  const entry = { day: '2026-10-20', amount: '50', confirmed: ['day'] }
  const path = `/api/balances/${rule.id}`
  await changeClosed(client, `${path}/repayments`, { ...entry, method: 'cash' })
  await changeClosed(client, `${path}/write-offs`, { ...entry, reason: 'He quit' })
  const changes = await readChanges(client)
  expect(changes.map(({ day, what }) => [day, what])).toEqual([
    ['2026-10-20', 'Balance written off, Ann'],
    ['2026-10-20', 'Balance repaid, Ann'],
    ['2026-10-20', 'Undone: Unapplied payment written off, Ann'],
    ['2026-10-20', 'Unapplied payment written off, Ann'],
    ['2026-10-12', 'Payment 7, Ann'],
    ['2026-10-09', 'Approval of statement 2, Ann'],
  ])
})

test('C375 A factor’s report in a closed month, and its void, need a reason', async () => {
  const carrier = await createFactoredCarrier(app)
  const { client, factor } = carrier
  await close(client, '2026-10-31')
  const report = {
    day: '2026-10-15',
    amount: '400.00',
    reference: 'R-1',
    confirmed: ['day'],
    entries: [{ kind: 'fuel-advance', invoiceId: null, amount: '400.00' }],
  }
  const { id } = await changeClosed(client, `/api/factors/${factor.id}/deposits`, report)
  const voided = { on: '2026-10-20', reason: 'Wrong', confirmed: ['on'] }
  await changeClosed(client, `/api/factor-deposits/${id}/void`, voided)
  expect((await readChanges(client)).map(({ what }) => what)).toEqual([
    'Void of factor report R-1, Apex',
    'Factor report R-1, Apex',
  ])
})

test('C375 A reason is text of at most 500 characters', async () => {
  const me = await signUp(app)
  for (const reason of ['', '%20', '%', 'x'.repeat(501), 'a%00b']) {
    const headers = { [CLOSED_REASON_HEADER]: reason }
    const { status } = await me.put('/api/books/closing', { closedThrough: null }, headers)
    expect([reason.slice(0, 9), status]).toEqual([reason.slice(0, 9), 400])
  }
  const quoted = { [CLOSED_REASON_HEADER]: encodeURIComponent("'; drop table x; --") }
  expect((await me.put('/api/books/closing', { closedThrough: null }, quoted)).status).toBe(200)
})

test('C375 The database itself rejects a change of a closed month without a reason', async () => {
  const carrier = await createCarrierWithInvoices(app)
  const invoice = await carrier.createInvoice({ total: '1000' })
  await close(carrier.client, '2026-10-31')
  const insert = sql`insert into receivable_entries (user_id, broker_id, invoice_id, day, kind, amount)
    values (${carrier.userId}, ${carrier.brokerId}, ${invoice}, '2026-10-31', 'write-off', -1)`
  await expect(insert.execute(database)).rejects.toMatchObject({ constraint: 'books_closed' })
})

test('C375 Closing waits for money that is being written, so that none lands in a closed month unasked', async () => {
  const carrier = await createCarrierWithInvoices(app)
  const invoice = await carrier.createInvoice({ total: '1000' })
  const written = await database.startTransaction().execute()
  await sql`insert into receivable_entries (user_id, broker_id, invoice_id, day, kind, amount)
    values (${carrier.userId}, ${carrier.brokerId}, ${invoice}, '2026-10-31', 'write-off', -1)`.execute(
    written,
  )
  const closing = close(carrier.client, '2026-10-31').then(() => 'closed')
  const first = await Promise.race([waitUntilBlocked(database, 1).then(() => 'waits'), closing])
  await written.commit().execute()
  expect([first, await closing]).toEqual(['waits', 'closed'])
})

test('C375 Money waits for a closing that is being saved, and is then asked about', async () => {
  const carrier = await createCarrierWithInvoices(app)
  const closing = await database.startTransaction().execute()
  await sql`insert into account_map (user_id, accounts, version, closed_through)
    values (${carrier.userId}, '[]', 0, '2026-10-31')`.execute(closing)
  const money = carrier.take({ amount: '5', parts: [] })
  const first = await Promise.race([waitUntilBlocked(database, 1).then(() => 'waits'), money])
  await closing.commit().execute()
  const { status, body } = await money
  expect([first, status, body['confirm']]).toEqual(['waits', 409, 'closed'])
})

test('C168 C375 Several drafts are approved, and one in a closed month says why not', async () => {
  const { client, brokerId, createBilledLoad } = await createCarrierWithInvoices(app)
  const [closed = 0, open = 0] = await Promise.all(
    ['2026-10-15', '2026-11-02'].map(async (invoiceDate) => {
      const loadIds = [(await createBilledLoad('1000')).id]
      const sent = { brokerId, loadIds, each: false }
      const [draft] = (await client.post<CreatedInvoices>('/api/invoices', sent)).body.created
      const { id, version } = draft ?? {}
      await client.put(`/api/invoices/${id}`, { invoiceDate, termsDays: 30, version })
      return id
    }),
  )
  await close(client, '2026-10-31')
  const sent = { ids: [closed, open], confirmed: ['invoiceDate'] }
  const { results } = (await client.post<ApprovedInvoices>('/api/invoices/approve', sent)).body
  expect(results).toMatchObject([
    {
      id: closed,
      error:
        'The books are closed through 10/31/2026, and this is dated 10/15/2026. Enter why a closed month changes.',
    },
    { id: open, invoice: { number: '1' } },
  ])
  const again = (await client.post<ApprovedInvoices>('/api/invoices/approve', sent, REASON)).body
  expect(again.results).toMatchObject([{ invoice: { number: '2' } }, { invoice: { number: '1' } }])
})
