/** Files of card companies, from the upload to the list (SPEC C562, C563, C567). */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { importMessages, type PurchaseCheck, type PurchasesImported } from '#core/cards/imports.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'
import { COMDATA_FILE, efsFile, weekOfTrucks } from '#server/testing/cards/card-files.ts'
import { makeWorkbook } from '#server/testing/workbook.ts'
import { makeSample } from '#server/testing/samples.ts'
import { readAccountId, signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }
type Row = Body & { labels: Record<string, string | null> }

const { app, database } = await testApp()
const PATH = '/api/card-purchases'
const CSV = { 'content-type': 'text/csv' }
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = await addTruck('104')
})

async function addTruck(number: string): Promise<number> {
  const sample = makeSample('trucks', Number(number.replaceAll(/\D/g, '')))
  const ownerId = (await me.post('/api/owners', makeSample('owners'))).body.id
  return (await me.post('/api/trucks', { ...sample, ownerId, truckId: number })).body.id
}

const check = (file: string | Buffer, query = '') =>
  me.post<PurchaseCheck & Reply>(`${PATH}/import/check?name=week.csv${query}`, file, CSV)

const save = (file: string | Buffer, query = '', client = me) =>
  client.post<PurchasesImported & Reply>(`${PATH}/import?name=week.csv${query}`, file, CSV)

async function list(query = ''): Promise<Row[]> {
  return (await me.get<Row[]>(`${PATH}?sort=invoice${query}`)).body
}

async function showRows(query = ''): Promise<unknown[]> {
  return (await list(query)).map(({ kind, retail, discount, net, pile, labels }) =>
    [kind, retail, discount, net, pile, labels.truckId].join(' '),
  )
}

describe('C562 The check', () => {
  test('shows sums by kind, the rows as they will be stored and the three piles, and writes nothing', async () => {
    const { status, body } = await check(COMDATA_FILE)
    expect([status, body.layout, body.rows, body.piles]).toEqual([
      200,
      'Comdata CSV',
      1,
      { ready: 4, waiting: 0, conflict: 0, same: 0 },
    ])
    expect(body.sums).toEqual([
      { kind: 'diesel', count: 1, retail: '707.38', discount: '113.71', net: '593.67' },
      { kind: 'def', count: 1, retail: '34.53', discount: '0.00', net: '34.53' },
      { kind: 'advance', count: 1, retail: '50.00', discount: '0.00', net: '50.00' },
      { kind: 'fee', count: 1, retail: '0.25', discount: '0.00', net: '0.25' },
    ])
    expect(body.sample[0]).toMatchObject({
      day: '2025-01-09',
      time: '04:12',
      gallons: '206.29',
      place: 'PETRO 12, AMARILLO, TX',
      truck: '104',
      pile: 'ready',
    })
    expect(await list()).toEqual([])
  })

  test('names rows that can’t be read, rows that were not bought, and what the total does not explain', async () => {
    const toll = `Lane Txn ID,Tag/Plate #,Agency,Entry Plaza,Exit Plaza,Class,Date,Exit Time,Amount
7001,02412345678,PANYNJ,,GWU,5,01/09/2025,23:10:05,$-2.19
7002,02412345678,PANYNJ,,GWU,5,soon,23:10:05,(12.00)
,,,,,PAYMENT,01/11/2025,,$100.00
Total,,,,,,,,$86.81
`
    const { body } = await check(toll)
    expect(body).toMatchObject({
      problems: [{ line: 3, column: 'Date', message: '“soon” is not a day' }],
      others: [{ line: 4, text: 'PAYMENT', amount: '100.00' }],
      total: { printed: '86.81', rows: '85.81', unexplained: '1.00', unread: '-12.00' },
    })
    const problems = await save(toll)
    expect([problems.status, problems.body.confirm, problems.body.message]).toEqual([
      409,
      'problems',
      "1 row can't be read, -$12.00 in all. Import the file without it?",
    ])
    const total = await save(toll, '&confirmed=problems')
    expect([total.status, total.body.confirm]).toEqual([409, 'total'])
    expect(total.body.message).toContain('$1.00 is not explained')
    expect(await list()).toEqual([])
    expect((await save(toll, '&confirmed=problems,total')).body.imported).toBe(1)
  })

  test.each<[string, string | Buffer, string]>([
    ['no file of purchases', 'Name,Phone\nAnn,1\n', importMessages.wrongFile],
    [
      'a workbook with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      'has a password',
    ],
    ['200,000 rows', efsFile(Array.from({ length: 200_000 }, () => ({}))), 'more than 20,000 rows'],
    ['a broken workbook', Buffer.from('PK\u0003\u0004rest of it'), 'is damaged'],
    ['only titles', efsFile([]), importMessages.noRows],
  ])('C562 %s is refused with its reason, and nothing is stored', async (_, file, message) => {
    const { status, body } = await save(file)
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    expect((await me.get('/api/card-imports')).body).toEqual([])
  })

  test.each<[string, (text: string) => Buffer]>([
    ['a byte order mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['semicolons', (text) => Buffer.from(text.replaceAll(',', ';'))],
    ['a report’s name above', (text) => Buffer.from(`Transactions\n"Cedar, LLC"\n\n${text}`)],
  ])('C562 A file with %s is read', async (_, encode) => {
    const { body } = await check(encode(efsFile([{}])))
    expect([body.layout, body.sums[0]?.net]).toEqual(['EFS / TCH transaction report', '313.17'])
  })
})

test('C562 A workbook with a cover sheet, days as numbers, inexact numbers and its own total is read', async () => {
  await addTruck('701')
  const titles = [
    ...['CompanyId', 'Authorization_No', 'UnitNo', 'Card_No', 'Site', 'SiteDescr', 'Quantity'],
    ...['InvoiceTotal', 'RetailTotal', 'TransactionDate', 'TransactionTime', 'ProductCode'],
  ]
  const number = (value: number) => [value, 0] as const
  const row = (authorization: string, net: number, day: readonly [number, number]) => [
    ...['1', authorization, '0701', '100541', '436', 'PILOT DALLAS', number(97.900000000000006)],
    ...[number(net), number(342.54), day, number(0.5), '20'],
  ]
  const blank = ['', '', '', '', '', '', '']
  const file = await makeWorkbook({
    sheets: {
      Cover: [['Direct Bill Export'], ['January 2025']],
      Detail: [
        ['Direct Bill Export'],
        titles,
        row('A-1', 313.16999999999996, number(45_666)),
        row('A-2', 313.17, [45_667, 1]),
        [...blank, number(626.34), number(685.08)],
      ],
    },
    formats: ['m/d/yyyy'],
  })
  const headers = { 'content-type': WORKBOOK_TYPE }
  const { body } = await me.post<PurchaseCheck>(`${PATH}/import/check`, file, headers)
  expect(body).toMatchObject({
    layout: 'Pilot Flying J export',
    problems: [],
    piles: { ready: 2 },
    total: { printed: '626.34', rows: '626.34', unexplained: '0.00' },
    sample: [
      { line: 3, day: '2025-01-09', time: '12:00', gallons: '97.90', net: '313.17', truck: '701' },
      { line: 4, day: '2025-01-10', net: '313.17' },
    ],
  })
})

describe('C562 A file of no known layout', () => {
  const file = `Love's Express
When,Charged,Kind of fuel,Truck No,Plastic
1/9/2026,"$1,313.17",Diesel,0104,0541
1/10/2026,$13.17,DEF,0104,0541
`

  test('is matched by its titles; what the person chooses is remembered with the provider', async () => {
    const first = (await check(file)).body
    expect([first.layout, first.columns, first.missing]).toEqual([
      null,
      [null, null, null, 'unit', null],
      ['Day', 'Amount'],
    ])
    expect((await save(file)).body.fields).toEqual({ columns: [importMessages.unknownLayout] })
    const columns = '&columns=day,amount,kind,unit,card&provider=loves'
    expect((await check(file, columns)).body.sums).toEqual([
      { kind: 'diesel', count: 1, retail: '1313.17', discount: '0.00', net: '1313.17' },
      { kind: 'def', count: 1, retail: '13.17', discount: '0.00', net: '13.17' },
    ])
    expect((await save(file, columns)).status).toBe(201)
    const again = (await check(file)).body
    expect([again.provider, again.columns, again.piles.same]).toEqual([
      'loves',
      ['day', 'amount', 'kind', 'unit', 'card'],
      2,
    ])
  })
})

describe('C563 Saving', () => {
  test('stores the published rows to the cent, each thing bought apart', async () => {
    const { status, body } = await save(COMDATA_FILE)
    expect([status, body]).toMatchObject([
      201,
      { imported: 4, ready: 4, waiting: 0, conflicts: 0, same: 0, readings: 1 },
    ])
    expect((await showRows()).toSorted()).toEqual([
      'advance 50.00 0.00 50.00 ready 104',
      'def 34.53 0.00 34.53 ready 104',
      'diesel 707.38 113.71 593.67 ready 104',
      'fee 0.25 0.00 0.25 ready 104',
    ])
    const totals = (await me.get(`${PATH}/totals`)).body
    expect(totals).toEqual({ count: 4, retail: '792.16', discount: '113.71', net: '678.45' })
  })

  test('The same file changes nothing, and a file that overlaps adds only what is new', async () => {
    const week = efsFile([{ invoice: '1' }, { invoice: '2' }])
    await save(week)
    expect((await save(week)).body).toMatchObject({ importId: null, imported: 0, same: 2 })
    // The next file prints the card with a sign, as a spreadsheet would lose its zero.
    const next = efsFile([
      { invoice: '2', card: '*541' },
      { invoice: '3', card: '*541' },
    ])
    expect((await save(next)).body).toMatchObject({ imported: 1, same: 1 })
    expect(await list()).toHaveLength(3)
    expect((await me.get<Body[]>('/api/card-imports')).body).toMatchObject([
      { purchases: 1, rows: 2 },
      { purchases: 2, rows: 2 },
    ])
  })

  test('C563 Ten equal files at once store each row once', async () => {
    const file = weekOfTrucks(60)
    const sent = await Promise.all(Array.from({ length: 10 }, () => save(file)))
    const statuses = new Set(sent.map(({ status }) => status))
    expect([...statuses].every((status) => [201, 429].includes(status))).toBe(true)
    expect(sent.reduce((sum, { body }) => sum + (body.imported ?? 0), 0)).toBe(60)
    expect(await list()).toHaveLength(60)
  })

  test('C563 Other figures of a known purchase wait beside it until a person decides', async () => {
    await save(efsFile([{}]))
    const changed = efsFile([{ discount: '30.00', amount: '312.54' }])
    expect((await check(changed)).body.piles).toMatchObject({ conflict: 1, same: 0 })
    expect((await save(changed)).body).toMatchObject({ imported: 0, conflicts: 1 })
    expect(await showRows()).toEqual(['diesel 342.54 29.37 313.17 conflict 104'])
    expect((await save(changed)).body).toMatchObject({ importId: null, conflicts: 1 })
    const [row] = await list()
    const details = (await me.get<Body>(`${PATH}/${row?.id}`)).body
    expect(details).toMatchObject({
      stored: { discount: '29.37', net: '313.17' },
      conflict: { discount: '30.00', net: '312.54', fileName: 'week.csv' },
    })
    const version = { 'if-match': `"${String(details.version)}"` }
    const decide = (take: string, headers = {}) =>
      me.post<Reply>(`${PATH}/${row?.id}/figures`, { take }, headers)
    expect((await decide('new', { 'if-match': '"77"' })).status).toBe(412)
    expect((await decide('new', version)).status).toBe(200)
    expect(await showRows()).toEqual(['diesel 342.54 30.00 312.54 ready 104'])
    expect((await decide('new')).status).toBe(409)
    // Both files are known now.
    for (const file of [changed, efsFile([{}])])
      expect((await save(file)).body).toMatchObject({ importId: null, same: 1, conflicts: 0 })
  })

  test('C563 Stored figures that were kept are not asked about again', async () => {
    await save(efsFile([{}]))
    const changed = efsFile([{ discount: '0.00', amount: '342.54' }])
    await save(changed)
    const [row] = await list()
    await me.post(`${PATH}/${row?.id}/figures`, { take: 'stored' })
    expect((await save(changed)).body).toMatchObject({ same: 1, conflicts: 0 })
    expect(await showRows()).toEqual(['diesel 342.54 29.37 313.17 ready 104'])
  })

  test('C563 Cells of any length and with any signs are stored, never an error of the server', async () => {
    const odd = efsFile([{ unit: `"${'x'.repeat(5000)}\u0007\u202E"`, invoice: 'y'.repeat(5000) }])
    const { status } = await save(odd)
    expect(status).toBe(201)
    expect((await save(odd)).body.same).toBe(1)
    const large = await check(efsFile([{ amount: '99999999999.99' }]))
    expect(large.body.problems[0]?.message).toContain('too large')
  })
})

test('C567 Readings at the pump are kept where nobody would be asked about them', async () => {
  await me.post('/api/odometer-readings', { truckId, day: '2026-01-08', miles: 412_000 })
  const { body } = await save(
    efsFile([
      { invoice: '1', day: '2026-01-09', odometer: '412500' },
      { invoice: '2', day: '2026-01-10', odometer: '41300' },
      { invoice: '3', day: '2026-01-10', odometer: '912900' },
      { invoice: '4', day: '2026-01-11', odometer: '413100' },
      { invoice: '5', day: '2026-01-11', odometer: '413100', item: 'DEFD' },
    ]),
  )
  expect(body.readings).toBe(2)
  const readings = (await me.get<Body[]>('/api/odometer-readings?sort=day')).body
  expect(readings.map(({ miles, note }) => [miles, note])).toEqual([
    [412_000, null],
    [412_500, 'From a fuel card'],
    [413_100, 'From a fuel card'],
  ])
})

test('C527 The day that counts is the one that the card account says', async () => {
  await me.post('/api/card-accounts', { provider: 'efs', kind: 'fuel', dayBasis: 'posted' })
  await save(`Invoice date,Invoice,TransactionPOSDate,TransactionPOSTime,Unit,DriverName,CardNumber,ProductCode,LocationCity,LocationState,Quantity,PricePerUnit,TotalInvoice,TransactionFee,TransactionDiscount,TransactionGross
1/12/2026,77,1/9/2026,11:10 PM,104,LUIS,0541,ULSD,DALLAS,TX,97.9,3.499,313.17,0,29.37,342.54
`)
  expect((await list())[0]).toMatchObject({
    day: '2026-01-09',
    postedOn: '2026-01-12',
    countsOn: '2026-01-12',
  })
})

test('C565 Purchases are found by their file and the day of the import', async () => {
  await save(efsFile([{}]))
  const day = accountDay()
  const found = (query: string) => list(`&${query}`)
  expect(await found(`search=week.csv&importedOn.from=${day}&importedOn.to=${day}`)).toHaveLength(1)
  expect(await found('search=other.csv')).toEqual([])
  expect(await found(`importedOn.to=${addDays(day, -1)}`)).toEqual([])
  const [row] = await list()
  expect(await found(`id.from=${row?.id}&id.to=${row?.id}`)).toHaveLength(1)
})

test('C563 C564 The database rejects a second row of one key and a truck without its reason', async () => {
  await save(efsFile([{}]))
  const userId = await readAccountId(me)
  const copy = (columns: string) =>
    sql.raw(
      `insert into card_purchases (user_id, import_id, line, provider, key, item, card, card_kind, day, kind, retail, discount, net, truck_id)
        select user_id, import_id, line, provider, ${columns} from card_purchases where user_id = '${userId}'`,
    )
  const rest = 'card, card_kind, day, kind, retail, discount, net'
  await expect(copy(`key, item, ${rest}, null`).execute(database)).rejects.toThrow(/_key_key/)
  await expect(copy(`key, 'x', ${rest}, truck_id`).execute(database)).rejects.toThrow(/found_check/)
})
