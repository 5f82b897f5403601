import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { QuarterInterest } from '#core/balances/responses.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { Balance } from '#core/settlements/balances.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithOwners
let rule: { id: number }

/** 1,000.00 from 7/3/2024, 1,500.00 from 8/30/2024. */
beforeEach(async () => {
  carrier = await createCarrierWithOwners(app)
  const escrow = {
    description: 'Escrow',
    balance: 'escrow',
    truckId: carrier.truckId,
    basis: 'percent',
  }
  rule = await carrier.createRule({ ...escrow, value: '10', total: '1500' })
  for (const [date, revenue] of [
    ['2024-07-03', '10000'],
    ['2024-08-30', '6000'],
  ] as const) {
    await carrier.createLoad(date, revenue)
    await carrier.approve((await carrier.settle(date)).id)
  }
})

const path = '/api/balances/interest'
const read = async (quarter = '2024-Q3') =>
  (await carrier.client.get<QuarterInterest>(`${path}?quarter=${quarter}`)).body
const post = (body: object = {}) =>
  carrier.client.post<QuarterInterest>(path, {
    quarter: '2024-Q3',
    rate: '5.2',
    confirmed: ['quarter'],
    ...body,
  })
const open = async () => (await carrier.client.get<OpenBalance[]>('/api/balances')).body

test('C21 Escrow earns interest on its daily balance, posted once a quarter', async () => {
  // 7/3 to 8/29 are 58 days of 1,000.00, 8/30 to 9/30 are 32 days of 1,500.00: 58,000.00 + 48,000.00 = 106,000.00.
  expect(await read()).toMatchObject({
    from: '2024-07-01',
    to: '2024-09-30',
    isOver: true,
    rate: null,
    balances: [
      { payee: 'Ann', balanceDays: '106000.00', average: '1152.17', interest: null, posted: null },
    ],
  })
  // 106,000.00 × 5.2 % ÷ 365 = 15.1013 …
  const posted = await post()
  expect([posted.status, posted.body]).toMatchObject([
    201,
    { rate: '5.20', balances: [{ interest: '15.10', posted: { amount: '15.10' } }] },
  ])
  expect((await post()).status).toBe(409)
  expect(await open()).toMatchObject([{ open: '1515.10', interest: '15.10', collected: '1500.00' }])
  // The next quarter: 92 days of 1,515.10 are 139,389.20, × 4.5 % ÷ 365 = 17.1849 …
  await post({ quarter: '2024-Q4', rate: '4.5' })
  expect((await read('2024-Q4')).balances).toMatchObject([
    { balanceDays: '139389.20', interest: '17.18' },
  ])
})

test('C21 The next statement shows the interest in its balances, later ones do not', async () => {
  await post()
  await carrier.createLoad('2024-10-04', '1000')
  const next = await carrier.settle('2024-10-04')
  // The escrow is beyond its target: nothing is deducted.
  expect(next.other).toBe('0.00')
  await carrier.approve(next.id)
  const balances = (await carrier.client.get<Balance[]>(`/api/billing/${next.id}/balances`)).body
  expect(balances).toMatchObject([
    {
      opening: '1515.10',
      change: '0.00',
      closing: '1515.10',
      entries: [{ kind: 'interest', day: '2024-09-30', change: '15.10' }],
    },
  ])
  const printed = (await pdfText(await carrier.readPdf(next.id))).join(' ').replaceAll(/\s+/g, ' ')
  expect(printed).toContain('opening includes interest $15.10 (9/30/2024)')
  await carrier.createLoad('2024-10-11', '1000')
  const later = await carrier.settle('2024-10-11')
  const shown = (await carrier.client.get<Balance[]>(`/api/billing/${later.id}/balances`)).body
  expect(shown[0]).toMatchObject({ opening: '1515.10' })
  expect(shown[0]).not.toHaveProperty('entries')
})

test('C21 Escrow is returned with its interest, and does not start again', async () => {
  await post()
  const { id } = await carrier.settle('2024-10-04')
  const refund = await carrier.client.post(`/api/billing/${id}/balances/${rule.id}/refunds`, {
    amount: '1515.10',
  })
  expect(refund.status).toBe(201)
  const approved = await carrier.approve(id)
  expect(approved.body).toMatchObject({ status: 'approved', netPayment: '1515.10' })
  // The last days earn interest too: 3 days of 1,515.10 are 4,545.30, × 4.5 % ÷ 365 = 0.5603 …
  await post({ quarter: '2024-Q4', rate: '4.5' })
  expect(await open()).toMatchObject([{ open: '0.56' }])
  await carrier.createLoad('2025-01-03', '1000')
  const next = await carrier.settle('2025-01-03')
  expect(next.other).toBe('0.00')
  await carrier.client.put(`/api/billing/${next.id}`, { recalculate: true })
  await carrier.client.post(`/api/billing/${next.id}/balances/${rule.id}/refunds`, {
    amount: '0.56',
  })
  expect((await carrier.approve(next.id)).body).toMatchObject({ netPayment: '1000.56' })
  expect(await open()).toEqual([])
  await carrier.createLoad('2025-01-10', '1000')
  expect((await carrier.settle('2025-01-10')).other).toBe('0.00')
})

test('C21 The rate of a quarter must be entered, and the quarter must be over', async () => {
  const missing = await carrier.client.post(path, { quarter: '2024-Q3' })
  expect([missing.status, missing.body.fields]).toEqual([
    400,
    { rate: ['Enter the 13-week Treasury bill rate of 7/1/2024'] },
  ])
  expect((await post({ quarter: '2999-Q1' })).body).toMatchObject({
    fields: { quarter: ['Q1 2999 is not over yet'] },
  })
  for (const quarter of ['2024-Q5', '2024', '']) expect((await post({ quarter })).status).toBe(400)
  for (const rate of ['-1', '101', 'x', '1.23456']) expect((await post({ rate })).status).toBe(400)
  expect((await carrier.client.get(`${path}?quarter=x`)).status).toBe(400)
})

test('C21 Two concurrent requests post the interest of a quarter once', async () => {
  const responses = await Promise.all([post(), post(), post()])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await open()).toMatchObject([{ interest: '15.10' }])
})

test('C21 Undone interest is posted again with another rate', async () => {
  await post()
  const [entry] = (await carrier.client.get<BalanceEntry[]>(`/api/balances/${rule.id}/entries`))
    .body
  await carrier.client.post(`/api/balance-entries/${entry?.id}/undo`, { reason: 'Wrong rate' })
  expect(await open()).toMatchObject([{ open: '1500.00', interest: '0.00' }])
  // 106,000.00 × 5.35 % ÷ 365 = 15.5369 …
  expect((await post({ rate: '5.35' })).body).toMatchObject({
    balances: [{ posted: { amount: '15.54', rate: '5.35' } }],
  })
})

test('C20 The database keeps entries, and rejects what no balance allows', async () => {
  await post()
  const plain = database.withoutPlugins()
  const reject = async (statement: ReturnType<typeof sql>, constraint: string) =>
    await expect(statement.execute(plain)).rejects.toMatchObject({ constraint })
  const [row] = (
    await sql<{ userId: string; id: number }>`
    select user_id as "userId", id from balance_entries where rule_id = ${rule.id}`.execute(plain)
  ).rows
  const { userId, id } = row ?? { userId: '', id: 0 }
  const where = sql`where user_id = ${userId} and id = ${id}`
  await reject(
    sql`update balance_entries set amount = 1, effect = 1 ${where}`,
    'balance_entries_posted',
  )
  await reject(sql`update balance_entries set undone = true ${where}`, 'balance_entries_posted')
  await reject(sql`delete from balance_entries ${where}`, 'balance_entries_posted')
  const insert = (values: ReturnType<typeof sql>) => sql`
    insert into balance_entries (user_id, rule_id, truck_id, payee, day, kind, amount, effect, method, reason, undoes)
    values (${userId}, ${rule.id}, ${carrier.truckId}, ${`owner:${carrier.ann}`}, '2024-10-01', ${values})`
  await reject(insert(sql`'repayment', 5, 5, 'cash', null, null`), 'balance_entries_balance')
  await reject(insert(sql`'interest', -5, -5, null, 'x', ${id}`), 'balance_entries_undo')
})
