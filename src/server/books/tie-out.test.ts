/** The accounts of the files equal Haulbook's own balances, after any history (SPEC C373). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { OpenBalance } from '#core/balances/open-balances.ts'
import type { BalanceEntry } from '#core/balances/entries.ts'
import { addDays } from '#core/calendar.ts'
import { addUp, toCents } from '#core/money.ts'
import type { Aging } from '#core/receivables/aging.ts'
import type { OpenPayments } from '#core/payments/responses.ts'
import type { Payment } from '#core/payments/payments.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { makeFile, mapOwnNames, netByAccount } from '#server/testing/books/export.ts'
import { readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { createChance, type Chance } from '#server/testing/fuzz/chance.ts'
import { readSeed, shortOrLong } from '#server/testing/long.ts'
import { createCarrierWithInvoices } from '#server/testing/receipts/carrier-with-invoices.ts'
import { billSome, takeStep } from '#server/testing/receipts/history.ts'
import { newBook } from '#server/testing/receipts/model.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const WEEKS = ['2026-07-31', '2026-08-07', '2026-08-14', '2026-08-21', '2026-08-28', '2026-09-04']
const MONTH_END = '2026-09-30'
/** The last day that a file may have. Midnight may pass before the last test. */
const TOMORROW = addDays(new Date().toISOString().slice(0, 10), 1)
const LATER = { from: '2026-10-01', to: TOMORROW }
const ANY = ['day', 'paidOn', 'approvedOn', 'year', 'amount', 'quarter', 'rate', 'cashDay']

type Carrier = CarrierWithPayments & { rules: number[] }

/** Ann has an advance, escrow and a deduction that a floor limits; the second truck has a loan. */
async function createCarrier(): Promise<Carrier> {
  const carrier = await createCarrierWithPayments(app)
  await mapOwnNames(carrier.client)
  const { truckId, secondTruckId: other } = carrier
  const floor = { floor: '400', shortfall: 'later' }
  const given = [
    { description: 'Advance', balance: 'advance', value: '120.50', total: '600', truckId },
    { description: 'Escrow', balance: 'escrow', value: '75', total: '900', truckId },
    { description: 'Yard', category: 'parking', value: '310', truckId, ...floor },
    { description: 'Loan', balance: 'loan', value: '90', total: '700', truckId: other, ...floor },
    { description: 'Tag', category: 'permits', value: '60', ownerId: carrier.ann, ...floor },
  ]
  const rules: number[] = []
  for (const values of given) rules.push((await carrier.createRule(values)).id)
  return { ...carrier, rules }
}

const post = <Of extends object>({ client }: Carrier, path: string, body: object) =>
  client.post<Of>(path, { confirmed: ANY, ...body })

const readBalances = async ({ client }: Carrier) =>
  (await client.get<OpenBalance[]>('/api/balances?include=all')).body

/** Statements of both trucks, payments, and one or two changes of balances a week. The app may reject a step. */
async function playWeeks(carrier: Carrier, chance: Chance): Promise<void> {
  for (const [week, day] of WEEKS.entries()) {
    for (const truckId of [carrier.truckId, carrier.secondTruckId]) {
      const revenue = chance.oneOf(['150.00', '480.00', '900.00', '1333.33', '2000.00'])
      const statement = await carrier.createStatement(day, revenue, { truckId })
      if (chance.in(0.6)) await carrier.payOn(statement.id, day, `${week}${truckId}`)
    }
    for (let step = 0; step < 2; step++) await changeBalance(carrier, chance, day)
  }
  const interest = { quarter: '2026-Q3', rate: '5.25' }
  expect((await post(carrier, '/api/balances/interest', interest)).status).toBeLessThan(300)
}

async function changeBalance(carrier: Carrier, chance: Chance, day: string): Promise<void> {
  const balances = await readBalances(carrier)
  const balance = chance.oneOf(balances)
  const { ruleId, truckId, payeeKey } = balance
  const place = { truckId, payee: payeeKey, day }
  const path = `/api/balances/${ruleId}`
  const amount = chance.oneOf(['10.00', '33.33', '150.00'])
  const made = await chance.oneOf([
    () => post<BalanceEntry>(carrier, `${path}/repayments`, { ...place, amount, method: 'cash' }),
    () => post<BalanceEntry>(carrier, `${path}/write-offs`, { ...place, amount, reason: 'Gone' }),
    () => handOut(carrier, balance, day),
    () =>
      post<BalanceEntry>(carrier, `${path}/transfers`, {
        ...place,
        toTruckId: chance.oneOf([carrier.truckId, carrier.secondTruckId]),
        reason: 'Sold',
        toOwnerId: chance.oneOf([carrier.ann, carrier.bob]),
        toDriverId: null,
      }),
  ])()
  if (made.status < 300 && chance.in(0.25))
    await post(carrier, `/api/balance-entries/${made.body.id}/undo`, { reason: 'Wrong' })
}

/** Pays out an advance or a loan to its payee. */
function handOut(carrier: Carrier, { ruleId, payeeKey }: OpenBalance, paidOn: string) {
  const ownerId = Number(payeeKey.split(':')[1])
  const sent = { kind: 'hand-out', ruleId, ownerId, paidOn, method: 'cash', amount: '200.00' }
  return post<BalanceEntry>(carrier, '/api/payments', sent)
}

/** Voids and reversals, which count on later days. */
async function playLater(carrier: Carrier, chance: Chance): Promise<void> {
  const { client } = carrier
  const statements = (await client.get<Settlement[]>('/api/billing?sort=-id')).body
  for (const { id } of statements.slice(0, 5))
    if (chance.in(0.6)) await carrier.voidWithBody(id, { cash: chance.oneOf(['reversed', 'kept']) })
  const payments = (await client.get<Payment[]>('/api/payments?sort=id')).body
  for (const { id } of payments.slice(0, 4))
    if (chance.in(0.5))
      await carrier.reversePayment(id, { day: LATER.from, kind: 'never cashed', reason: 'Lost' })
  for (const { id, unapplied } of (
    await client.get<(Payment & { unapplied: string })[]>('/api/payments')
  ).body)
    if (toCents(unapplied ?? '0.00') > 0n && chance.in(0.5)) {
      const closing = { kind: chance.oneOf(['repayment', 'write-off']), amount: '20.00' }
      const how = closing.kind === 'repayment' ? { method: 'cash' } : {}
      const sent = { ...closing, ...how, day: addDays(LATER.to, -1), reason: 'Settled' }
      await post(carrier, `/api/payments/${id}/closings`, sent)
    }
}

/** What the accounts must be. A debit is positive. */
async function readExpected(carrier: Carrier): Promise<Record<string, bigint>> {
  const balances = await readBalances(carrier)
  const open = (...types: string[]) => balances.filter(({ balance }) => types.includes(balance))
  const { payees } = (await carrier.client.get<OpenPayments>('/api/payments/open')).body
  return {
    // What was not paid out by Haulbook is not in its files either.
    'hand-out': open('advance', 'loan').reduce(
      (sum, { handedOut, received, total, open: left }) =>
        sum + toCents(handedOut) + toCents(received) - toCents(total) + toCents(left),
      0n,
    ),
    escrow: -addUp(open('escrow').map((one) => one.open)),
    deferred: addUp(open('deferred').map((one) => one.open)),
    payable: addUp(payees.map(({ unapplied }) => unapplied)) - addUp(payees.map((one) => one.open)),
  }
}

const SEED = readSeed(7)

test.each(Array.from({ length: shortOrLong(3, 40) }, (_, at) => SEED + at))(
  'C373 The accounts of the files equal the balances of payees at the end of a month (history %i)',
  async (seed) => {
    const carrier = await createCarrier()
    const chance = createChance(seed)
    await playWeeks(carrier, chance)
    const days = { from: '2026-07-01', to: MONTH_END, format: 'qbo-journal' } as const
    const first = await makeFile(carrier.client, days)
    const expected = await readExpected(carrier)
    expect(pick(netByAccount(first, 'qbo-journal'), expected)).toEqual(expected)
    for (const account of Object.keys(expected)) expect(first).toContain(`,${account},`)
    expect(await readCover(carrier)).toEqual(expected)
    expect(readQuickBooksCsv(first).size).toBeGreaterThan(14)

    await playLater(carrier, chance)
    const second = await makeFile(carrier.client, { ...LATER, format: 'qbo-journal' })
    const both = first + second.slice(second.indexOf('\r\n') + 2)
    const later = await readExpected(carrier)
    expect(pick(netByAccount(both, 'qbo-journal'), later)).toEqual(later)
  },
)

const LABELS = {
  'hand-out': 'Advances and loans paid out',
  escrow: 'Escrow held',
  deferred: 'Deductions left for later',
  payable: 'Owed to owners and drivers',
}

/** The balances of payees on the cover page of the newest file. */
async function readCover({ client }: Carrier): Promise<Record<string, bigint>> {
  const [batch] = (await client.get<{ id: number }[]>('/api/export-batches')).body
  const { text } = await client.get(`/api/export-batches/${batch?.id}/cover`)
  const rows = text.slice(text.indexOf('Balances on ')).split('\r\n')
  const read = (label: string) => {
    const [, amount = '$0.00'] = (rows.find((row) => row.startsWith(label)) ?? '').split(/ {2,}/)
    return toCents(amount.replaceAll(/[$,]/g, ''))
  }
  return Object.fromEntries(
    Object.entries(LABELS).map(([account, label]) => [account, read(label)]),
  )
}

test.each(Array.from({ length: shortOrLong(1, 20) }, (_, at) => SEED + at))(
  'C370 C373 Accounts receivable and money received equal receivables and receipts at each month’s end (history %i)',
  async (seed) => {
    const carrier = await createCarrierWithInvoices(app)
    const { client, userId } = carrier
    await mapOwnNames(client)
    const chance = createChance(seed)
    const history: Parameters<typeof takeStep>[0] = {
      carrier,
      brokers: [carrier.brokerId, carrier.otherBrokerId],
      book: newBook(),
      chance: {
        below: (limit) => chance.whole(limit),
        pick: (list) => (list.length ? chance.oneOf(list) : undefined),
      },
      expect: () => undefined,
    }
    for (let at = 0; at < 6; at++) await billSome(history)
    for (let at = 0; at < shortOrLong(30, 80); at++) await takeStep(history)
    let files = ''
    let from = '2026-01-01'
    for (const to of ['2026-08-31', '2026-09-30', '2026-10-31']) {
      const file = await makeFile(client, { from, to, format: 'qbo-journal' })
      files += files ? file.slice(file.indexOf('\r\n') + 2) : file
      from = addDays(to, 1)
      const aging = (await client.get<Aging>(`/api/receivables/aging?asOf=${to}`)).body
      const { rows } = await sql<{ amount: string }>`
        select coalesce(sum(amount), 0)::numeric(14, 2) as amount from receipts where user_id = ${userId}
          and received_on <= ${to} and (reversed_on is null or reversed_on > ${to})`.execute(
        database,
      )
      const expected = {
        receivable: toCents(aging.total.balance),
        undeposited: addUp(rows.map(({ amount }) => amount)),
      }
      expect([to, pick(netByAccount(files, 'qbo-journal'), expected)]).toEqual([to, expected])
    }
  },
)

function pick(nets: Record<string, bigint>, accounts: object): Record<string, bigint> {
  return Object.fromEntries(Object.keys(accounts).map((account) => [account, nets[account] ?? 0n]))
}
