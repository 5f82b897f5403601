/** Factors' reports in the books: recorded as a sale or as a loan, proved, and read back from the files (SPEC C242–C245). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountMap, BooksPreview } from '#core/books/books.ts'
import type { FactorAccount } from '#core/factoring/responses.ts'
import type { Aging } from '#core/receivables/aging.ts'
import {
  countBefore,
  makeFile,
  mapOwnNames,
  netByAccount,
  OWN_NAMES,
} from '#server/testing/books/export.ts'
import { readQuickBooksCsv } from '#server/testing/books/read-journal.ts'
import { createFactoredCarrier } from '#server/testing/factoring/factored-carrier.ts'
import { createChance, type Chance } from '#server/testing/fuzz/chance.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const DAYS = { from: '2026-11-01', to: '2026-11-22' }
const JOURNAL = { ...DAYS, format: 'qbo-journal' } as const

type Carrier = Awaited<ReturnType<typeof createFactoredCarrier>>
type Method = 'sale' | 'loan'

const makeEntry = (invoiceId: number | null, kind: string, amount: string) => ({
  kind,
  invoiceId,
  amount,
})

const purchase = (id: number) => [
  makeEntry(id, 'advance', '900.00'),
  makeEntry(id, 'fee', '30.00'),
  makeEntry(id, 'reserve', '70.00'),
]

const choose = ({ client }: Carrier, factoring: Method | null) =>
  client.put<AccountMap & { fields?: Record<string, string[]> }>('/api/books/accounts', {
    accounts: OWN_NAMES,
    factoring,
  })

async function preview({ client }: Carrier, format = 'qbo-journal') {
  const query = new URLSearchParams({ ...DAYS, format })
  return (await client.get<BooksPreview>(`/api/books/preview?${query}`)).body
}

/** A purchase on 11/5, the broker's payment and the release on 11/12. */
async function useFactor(carrier: Carrier) {
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  const bought = await carrier.report('885.00', [
    ...purchase(invoice.id),
    makeEntry(null, 'cost', '15.00'),
  ])
  expect(bought.status).toBe(201)
  const end = [
    makeEntry(invoice.id, 'debtor-paid', '1000.00'),
    makeEntry(invoice.id, 'reserve-released', '70.00'),
  ]
  const collected = await carrier.report('70.00', end, '2026-11-12')
  expect(collected.status).toBe(201)
  return { invoice, bought: bought.body.id, collected: collected.body.id }
}

test.each([
  ['sale', 'qbo-journal'],
  ['sale', 'iif'],
  ['loan', 'qbo-journal'],
  ['loan', 'iif'],
] as const)(
  'C242 C243 A factored invoice booked as a %s is closed to the cent (%s)',
  async (method, format) => {
    const carrier = await createFactoredCarrier(app)
    await useFactor(carrier)
    await choose(carrier, method)
    const { groups, problem } = await preview(carrier, format)
    expect([problem, groups.filter(({ isEqual }) => !isEqual)]).toEqual([null, []])
    const counts = groups.map(({ group, batch }) => `${group} ${batch.count} ${batch.amount}`)
    expect(counts).toEqual(
      expect.arrayContaining([
        ...['Factor deposits 2 955.00', 'Factor: Advance 1 900.00', 'Factor: Fee 1 30.00'],
        ...['Factor: Reserve Held 1 70.00', 'Factor: Reserve Released 1 70.00'],
        ...['Factor: Wire or ACH Fee 1 15.00', 'Paid to the factor 1 -1000.00'],
      ]),
    )
    const nets = netByAccount(await makeFile(carrier.client, { ...DAYS, format }), format)
    const income = Object.entries(nets).filter(([name]) => name.startsWith('income:'))
    expect(income.reduce((sum, [, cents]) => sum + cents, 0n)).toBe(-100_000n)
    const others = Object.entries(nets).filter(([name]) => !name.startsWith('income:'))
    expect(Object.fromEntries(others)).toEqual({
      'factor-bank': 95_500n,
      'factoring-fee': 3000n,
      'factor-cost': 1500n,
    })
    const later = await preview(carrier, format)
    expect([later.records, later.problem]).toEqual([
      0,
      'Every record of these days is already in a file',
    ])
  },
)

test('C243 How factored invoices are recorded is chosen before the first file, and fixed by it', async () => {
  const carrier = await createFactoredCarrier(app)
  await useFactor(carrier)
  await mapOwnNames(carrier.client)
  expect((await preview(carrier)).problem).toContain('as a sale or as a loan')
  expect((await carrier.client.post('/api/export-batches', JOURNAL)).status).toBe(409)
  expect((await choose(carrier, 'sale')).body).toMatchObject({
    factoring: 'sale',
    isFactoringFixed: false,
  })
  expect((await choose(carrier, 'loan')).body.factoring).toBe('loan')
  await makeFile(carrier.client, JOURNAL)
  for (const other of ['sale', null] as const) {
    const { status, body } = await choose(carrier, other)
    expect([status, body.fields?.['factoring']?.[0]]).toEqual([
      400,
      expect.stringContaining('can’t change'),
    ])
  }
  // Names of accounts may change. A map without the method keeps it.
  await mapOwnNames(carrier.client)
  const map = (await carrier.client.get<AccountMap>('/api/books/accounts')).body
  expect(map).toMatchObject({ factoring: 'loan', isFactoringFixed: true })
  const change = sql`update account_map set factoring = 'sale' where factoring = 'loan'`
  await expect(change.execute(database)).rejects.toMatchObject({
    constraint: 'account_map_factoring_fixed',
  })
})

test('C243 A file and a simultaneous change of the method never disagree', async () => {
  const carrier = await createFactoredCarrier(app)
  await useFactor(carrier)
  await choose(carrier, 'loan')
  const [made] = await Promise.all([
    carrier.client.post('/api/export-batches', JOURNAL),
    choose(carrier, 'sale'),
  ])
  expect(made.status).toBe(201)
  const { factoring } = (await carrier.client.get<AccountMap>('/api/books/accounts')).body
  const { text } = await carrier.client.get(`/api/export-batches/${made.body.id}/cover`)
  expect(text).toContain(`recorded as a ${factoring}`)
})

test('C225 C243 A record without lines in a sale is not counted as missing from a file', async () => {
  const carrier = await createFactoredCarrier(app)
  const invoice = await carrier.bill('1000.00')
  await carrier.submit([invoice])
  await carrier.report('900.00', purchase(invoice.id))
  await choose(carrier, 'sale')
  await makeFile(carrier.client, { ...JOURNAL, to: '2026-11-10' })
  await carrier.report('0.00', [makeEntry(invoice.id, 'debtor-paid', '1000.00')], '2026-11-12')
  const query = new URLSearchParams({ from: '2026-11-15', to: '2026-11-20', format: 'iif' })
  const later = await carrier.client.get<BooksPreview>(`/api/books/preview?${query}`)
  expect(later.body).toMatchObject({ before: 0, records: 0 })
})

test('C244 Every account of factoring is mapped before the first file with an entry of a factor', async () => {
  const carrier = await createFactoredCarrier(app)
  await useFactor(carrier)
  const accounts = OWN_NAMES.filter(({ kind }) => kind !== 'factor-fuel' && kind !== 'factor')
  const save = (factoring: Method) =>
    carrier.client.put('/api/books/accounts', { accounts, factoring })
  await save('sale')
  expect((await preview(carrier)).unmapped).toEqual(['Factor fuel advances (Factoring)'])
  await save('loan')
  expect((await preview(carrier)).unmapped.toSorted()).toEqual([
    'Factor fuel advances (Factoring)',
    'Owed to factors for invoices (Factoring)',
  ])
})

test('C242 C225 A void of a report that a file has is its own later entry', async () => {
  const carrier = await createFactoredCarrier(app)
  const { collected } = await useFactor(carrier)
  await choose(carrier, 'loan')
  const first = await makeFile(carrier.client, JOURNAL)
  const voided = { on: '2026-11-18', reason: 'Wrong amount' }
  expect((await carrier.client.post(`/api/factor-deposits/${collected}/void`, voided)).status).toBe(
    200,
  )
  const { groups } = await preview(carrier)
  expect(groups.filter(({ isEqual }) => !isEqual)).toEqual([])
  const second = await makeFile(carrier.client, JOURNAL)
  expect(
    [...readQuickBooksCsv(second)].map(([number, [row]]) => [number[3], row?.['*JournalDate']]),
  ).toEqual([
    ['R', '11/18/2026'],
    ['F', '11/18/2026'],
    ['F', '11/18/2026'],
  ])
  const nets = netByAccount(first + second.slice(second.indexOf('\r\n') + 2), 'qbo-journal')
  expect(nets).toMatchObject({
    receivable: 100_000n,
    factor: -100_000n,
    'factor-reserve': 7000n,
    'factor-bank': 88_500n,
  })
})

/** Plays random reports and voids. The books have each step that the app accepts, and none that it rejects. */
async function playReports(carrier: Carrier, chance: Chance): Promise<void> {
  const invoices = [await carrier.bill('1000.00'), await carrier.bill('1000.00')]
  invoices.push(await carrier.bill('1000.00'))
  await carrier.submit(invoices)
  const reports: number[] = []
  for (let day = 5; day < 22; day++) {
    const on = `2026-11-${String(day).padStart(2, '0')}`
    const { id } = chance.oneOf(invoices)
    const drawn = chance.oneOf([
      ...[
        purchase(id),
        purchase(id),
        [makeEntry(id, 'reserve-released', '20.00')],
        [makeEntry(id, 'reserve-fee', '3.00')],
      ],
      ...[[makeEntry(id, 'reserve-cost', '2.00')], [makeEntry(id, 'reserve-chargeback', '10.00')]],
      ...[
        [makeEntry(id, 'chargeback', '200.00')],
        [makeEntry(id, 'late-fee', '7.77')],
        [makeEntry(null, 'cost', '15.00')],
      ],
      ...[
        [makeEntry(null, 'fuel-advance', '400.00')],
        [makeEntry(null, 'fuel-advance-repaid', '100.00')],
      ],
      ...[[makeEntry(id, 'debtor-paid', '300.00')], [makeEntry(id, 'debtor-paid', '700.00')]],
    ])
    const said = await carrier.report('0.00', drawn, on)
    const sum = /add up to (-?)\$([\d.,]+)/.exec(said.body.fields?.['amount']?.[0] ?? '')
    const amount = sum ? `${sum[1]}${(sum[2] ?? '').replace(',', '')}` : ''
    const made = sum ? await carrier.report(amount, drawn, on) : said
    if (made.status === 201) reports.push(made.body.id)
    if (chance.in(0.25) && reports.length)
      await carrier.client.post(`/api/factor-deposits/${chance.oneOf(reports)}/void`, {
        on,
        reason: 'Wrong',
      })
    if (day === 13) await carrier.client.post('/api/export-batches', JOURNAL)
  }
}

/** Debits less credits of every file of the account. */
async function readAllFiles({ client }: Carrier): Promise<Record<string, bigint>> {
  const batches = (await client.get<{ id: number }[]>('/api/export-batches')).body
  const texts: string[] = []
  for (const { id } of batches)
    texts.push((await client.get(`/api/export-batches/${id}/file`)).text)
  const [first = '', ...others] = texts
  const rows = others.map((text) => text.slice(text.indexOf('\r\n') + 2))
  return netByAccount([first, ...rows].join(''), 'qbo-journal')
}

test.each([1, 2, 3, 4].slice(0, shortOrLong(2, 4)))(
  'C242 C243 After any reports, the books equal receivables and the factor’s account (history %i)',
  async (seed) => {
    const carrier = await createFactoredCarrier(app)
    const method = seed % 2 ? 'sale' : 'loan'
    await choose(carrier, method)
    await playReports(carrier, createChance(seed))
    await makeFile(carrier.client, JOURNAL)
    const nets = await readAllFiles(carrier)
    const account = (
      await carrier.client.get<FactorAccount>(
        `/api/factors/${carrier.factor.id}/account?from=${DAYS.from}&to=${DAYS.to}`,
      )
    ).body
    const aging = (await carrier.client.get<Aging>(`/api/receivables/aging?asOf=${DAYS.to}`)).body
    const cents = (text: string) => BigInt(text.replace('.', ''))
    const live = account.deposits.filter(({ voidedOn }) => voidedOn === null)
    const sum = (...kinds: string[]) =>
      live
        .flatMap(({ entries }) => entries)
        .reduce((all, { kind, amount }) => (kinds.includes(kind) ? all + cents(amount) : all), 0n)
    const withFactor =
      sum('advance', 'fee', 'reserve') - sum('chargeback', 'reserve-chargeback', 'debtor-paid')
    const open = cents(aging.total.balance)
    const expected = {
      'factor-reserve': cents(account.closing),
      receivable: method === 'sale' ? open - withFactor : open,
      factor: method === 'sale' ? 0n : -withFactor,
      'factor-bank': live.reduce((all, { amount }) => all + cents(amount), 0n),
      'factor-clearing': 0n,
      'factoring-fee': sum('fee', 'reserve-fee', 'late-fee'),
      'factor-cost': sum('cost', 'reserve-cost'),
      'factor-fuel': sum('fuel-advance-repaid') - sum('fuel-advance'),
    }
    const [{ id: last } = { id: 0 }] = (
      await carrier.client.get<{ id: number }[]>('/api/export-batches')
    ).body
    const cover = (await carrier.client.get(`/api/export-batches/${last}/cover`)).text
    const printed = cover.slice(cover.indexOf('Balances on 11/22/2026')).split('\r\n')
    const labels = {
      receivable: 'Accounts receivable',
      'factor-reserve': 'Reserve held by factors',
    }
    for (const [kind, label] of Object.entries(labels)) {
      const [, text = ''] = (printed.find((row) => row.startsWith(label)) ?? '').split(/ {2,}/)
      expect([kind, cents(text.replaceAll(/[$,]/g, ''))]).toEqual([kind, nets[kind] ?? 0n])
    }
    const booked = Object.keys(expected).map((name) => [name, nets[name] ?? 0n])
    expect(Object.fromEntries(booked)).toEqual(expected)
    expect(live.length).toBeGreaterThan(2)
  },
)

test.each([
  ['sale', 5],
  ['loan', 6],
] as const)(
  'C225 The count of earlier records is that of a file of the earlier days (%s, history %i)',
  async (method, seed) => {
    const carrier = await createFactoredCarrier(app)
    await choose(carrier, method)
    await playReports(carrier, createChance(seed))
    const counts = []
    for (const day of ['2026-11-05', '2026-11-13', '2026-11-17', '2026-11-22'])
      counts.push(...(await countBefore(carrier.client, day)))
    expect(new Set(counts).size).toBeGreaterThan(2)
  },
)

test('C245 An invoice that was voided after its file is a note of the next file, once', async () => {
  const carrier = await createFactoredCarrier(app, { isDefault: false })
  const { client } = carrier
  const [kept, ended] = [await carrier.bill('1000.00'), await carrier.bill('500.00')]
  await choose(carrier, null)
  const days = { ...DAYS, format: 'qbo-invoices' } as const
  await makeFile(client, days)
  const path = `/api/invoices/${ended.id}/void`
  expect(
    (await client.post(path, { on: '2026-11-15', reason: 'Wrong rate', confirmed: ['on'] })).status,
  ).toBe(200)
  const shown = await preview(carrier, 'qbo-invoices')
  expect(shown).toMatchObject({
    problem: null,
    records: 0,
    notes: [`11/15/2026: Void of invoice ${ended.number}, Landstar, -$500.00`],
  })
  expect(shown.groups.filter(({ isEqual }) => !isEqual)).toEqual([])
  const next = await carrier.bill('250.00', '2026-11-16')
  const { body } = await client.post('/api/export-batches', days)
  const file = readQuickBooksCsv((await client.get(`/api/export-batches/${body.id}/file`)).text)
  expect([...file.keys()]).toEqual([next.number])
  const cover = (await client.get(`/api/export-batches/${body.id}/cover`)).text
  expect(cover).toContain(`11/15/2026: Void of invoice ${ended.number}, Landstar, -$500.00`)
  const after = await preview(carrier, 'qbo-invoices')
  expect(after).toMatchObject({
    notes: [],
    problem: 'Every record of these days is already in a file',
  })
  expect(after.groups.map(({ group, earlier }) => [group, earlier.amount])).toEqual([
    ['Invoices', '1750.00'],
    ['Void invoices', '-500.00'],
  ])
  expect(kept.number).not.toBe(ended.number)
})

test('C245 A credit note of an invoice in the same file is a note', async () => {
  const carrier = await createFactoredCarrier(app, { isDefault: false })
  const { client } = carrier
  const invoice = await carrier.bill('1000.00')
  const { lines } = (await client.get<{ lines: { id: number }[] }>(`/api/invoices/${invoice.id}`))
    .body
  const credit = await client.post(`/api/invoices/${invoice.id}/credit`, {
    on: '2026-11-12',
    reason: 'Late',
    confirmed: ['on'],
    lines: [{ lineId: lines[0]?.id, amount: '100.00' }],
  })
  expect(credit.status).toBeLessThan(300)
  await choose(carrier, null)
  const { notes, groups } = await preview(carrier, 'qbo-invoices')
  expect(notes).toEqual([
    expect.stringMatching(/^11\/12\/2026: Credit note .+ Landstar, -\$100\.00$/),
  ])
  expect(groups.filter(({ isEqual }) => !isEqual)).toEqual([])
})
