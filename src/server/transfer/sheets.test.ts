/** Files as people keep them: report lines, totals, their own days and amounts, names in another spelling (SPEC C430–C436). */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportCheck, Imported } from '#core/transfer/import.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, ownApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app, database } = await ownApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const CSV = { 'content-type': 'text/csv' }
const HEAD = 'Load #,Pickup Date,Pickup State,Delivery State,Rate'

function check(list: string, file: string, query: Record<string, string> = {}) {
  const address = `/api/${list}/import/check?${new URLSearchParams(query)}`
  return me.post<ImportCheck>(address, file, CSV)
}

async function send(list: string, file: string, query: Record<string, string> = {}) {
  const address = `/api/${list}/import?${new URLSearchParams(query)}`
  return me.post<Imported & { message: string; errors: { message: string }[] }>(address, file, CSV)
}

async function list(name: string): Promise<Body[]> {
  return (await me.get<Body[]>(`/api/${name}?sort=id`)).body
}

const loads = (...rows: string[]) => [HEAD, ...rows].join('\r\n')

describe('A file with lines around its records', () => {
  test('C434 A report title, blank lines, totals and notes are left out by name', async () => {
    const file = [
      'Rook Freight LLC',
      '"Loads of November, 2026"',
      '',
      HEAD,
      'T1,11/02/2026,TX,OH,1000',
      '',
      HEAD,
      'T2,11/20/2026,TX,OH,2000',
      'Total,,,,"3,000.00"',
      ',,,,"3,000.00"',
      'Printed 11/21/2026 8:00 AM',
    ].join('\r\n')
    const { body } = await check('loads', file)
    expect([body.rows, body.errorCount, body.counts.new]).toEqual([2, 0, 2])
    expect(body.preview.map(({ line }) => line)).toEqual([5, 8])
    expect(body.leftOut).toEqual([
      { line: 7, text: 'Load # Pickup Date Pickup State Delivery State Rate' },
      { line: 9, text: 'Total 3,000.00' },
      { line: 10, text: '3,000.00' },
      { line: 11, text: 'Printed 11/21/2026 8:00 AM' },
    ])
    expect((await send('loads', file)).body).toEqual({ imported: 2 })
  })

  test('C434 A broker whose name looks like a total or a note is a broker', async () => {
    const names = [
      'Prepared Foods Inc',
      'Created Logistics',
      '500 Loads LLC',
      'Total Net Logistics',
    ]
    const file = ['Company Name,MC Number,DOT Number,Phone', ...names.map((name) => `${name},,,`)]
    const { body } = await check('brokers', [...file, 'Total:,4,,', 'Page 1 of 1,,,'].join('\n'))
    expect([body.rows, body.leftOutCount]).toEqual([4, 2])
    expect([body.counts.new, body.preview.map(({ cells }) => cells[0])]).toEqual([4, names])
  })

  test('C434 A row that only looks like a note is left out at the end, and is an error before a record', async () => {
    const rows = ['T1,11/20/2026,TX,OH,5', '2 loads picked up', 'T2,11/20/2026,TX,OH,5']
    const file = loads(...rows, 'Totals for November,,,,10', '', '2 loads delivered', 'Page 1')
    const { body } = await check('loads', file)
    expect(body.errors.every(({ line }) => line === 3)).toBe(true)
    expect(body.leftOut.map(({ line }) => line)).toEqual([5, 7, 8])
    expect(body.leftOutCount).toBe(3)
    const many = Array.from({ length: 25 }, () => 'Total,,,,5')
    const long = (await check('loads', loads(rows[0] ?? '', ...many))).body
    expect([long.leftOut.length, long.leftOutCount]).toEqual([20, 25])
  })

  test('C434 Excel’s line sep=; names the delimiter, and rows are counted as Excel does', async () => {
    const file =
      'sep=;\r\nLoad #;Pickup Date;Pickup State;Delivery State;Rate\r\nT4;11/02/2026;TX;OH;x'
    const { body } = await check('loads', file)
    expect(body.errors).toEqual([
      { line: 2, column: 'Rate', message: 'Revenue must be a dollar amount, e.g. 950.00' },
    ])
  })

  test('C434 A missing column is an error of the heading’s row', async () => {
    const { body } = await check('loads', 'Rook\r\nLoad #,Pickup Date,Rate\r\n1,11/20/2026,5')
    expect(body.errors.map(({ line }) => line)).toEqual([2, 2])
  })

  test('C434 A formula that failed is an error, not a value', async () => {
    const { body } = await check('dispatchers', 'Name,Phone,Email\n#REF!,1,a@example.com')
    expect(body.errors[0]?.message).toBe('“#REF!” is an error of the spreadsheet')
  })
})

describe('Amounts and days', () => {
  test('C430 Amounts are read as a bookkeeper writes them', async () => {
    const rows = ['$ -   ', '"$2,150.00 USD"', '+60.00', 'USD 900', '"1,200.00 "']
    const file = loads(...rows.map((rate, at) => `A${at},11/20/2026,TX,OH,${rate}`))
    expect((await send('loads', file)).body).toEqual({ imported: 5 })
    expect((await list('loads')).map(({ revenue }) => revenue)).toEqual([
      ...['0.00', '2150.00', '60.00', '900.00', '1200.00'],
    ])
    const negative = await check('loads', loads('B,11/20/2026,TX,OH,(150.00)'))
    expect(negative.body.errors[0]?.message).toBe('Revenue must be from 0 to 99,999,999.99')
  })

  test('C430 A decimal comma is counted, and read only if the user says so', async () => {
    const file = 'Load #;Pickup Date;Pickup State;Delivery State;Rate\nA;11/20/2026;TX;OH;1.234,50'
    const first = (await check('loads', file)).body
    expect([first.decimalCommas, first.errorCount]).toEqual([1, 1])
    const { body } = await check('loads', file, { decimals: 'comma' })
    expect([body.errorCount, body.preview[0]?.read?.revenue]).toEqual([0, '1234.50'])
    expect((await check('loads', file, { decimals: 'both' })).status).toBe(400)
  })

  test('C431 A file without a day after the 12th is asked about, and its preview has the stored day', async () => {
    const file = loads('A,03/11/2026,TX,OH,5')
    const first = (await check('loads', file)).body
    expect(first.days).toEqual({ order: 'mdy', example: '03/11/2026' })
    expect(first.preview[0]?.read).toEqual({ pickupDate: '2026-03-11', revenue: '5.00' })
    const other = (await check('loads', file, { days: 'dmy' })).body
    expect(other.days).toEqual({ order: 'dmy', example: '03/11/2026' })
    expect(other.preview[0]?.read?.pickupDate).toBe('2026-11-03')
    await send('loads', file, { days: 'dmy' })
    expect((await list('loads'))[0]?.pickupDate).toBe('2026-11-03')
  })

  test('C431 One day after the 12th decides for the whole file', async () => {
    const { body } = await check('loads', loads('A,03/11/2026,TX,OH,5', 'B,20/11/2026,TX,OH,5'))
    expect([body.errorCount, body.days]).toEqual([0, { order: 'dmy', example: null }])
    expect(body.preview.map(({ read }) => read?.pickupDate)).toEqual(['2026-11-03', '2026-11-20'])
  })

  test('C431 A file with both orders is asked about, however late the second one comes', async () => {
    const rows = Array.from({ length: 450 }, (_, at) => `R${at},11/20/2026,TX,OH,5`)
    const file = loads(...rows, 'A,5/4/2026,TX,OH,5', 'B,20/11/2026,TX,OH,5')
    expect((await check('loads', file)).body.days).toEqual({ order: 'mdy', example: '5/4/2026' })
  })

  test('C432 ZIP codes get the zeros that a spreadsheet took', async () => {
    const file = [
      'Load #,Pickup Date,Pickup State,Pickup Zip,Destination,Rate',
      'Z1,11/20/2026,MA,2118,"San Juan, PR 901",5',
      'Z2,11/20/2026,TX,78045.0,"Toronto, ON M5V 2T6",5',
    ].join('\n')
    expect((await send('loads', file)).body).toEqual({ imported: 2 })
    expect(
      (await list('loads')).map(({ pickupZip, deliveryZip }) => [pickupZip, deliveryZip]),
    ).toEqual([
      ['02118', '00901'],
      ['78045', 'M5V 2T6'],
    ])
  })

  test('C436 Loads with unusual days are counted', async () => {
    const file =
      'Load #,Pickup Date,Pickup State,Delivery State,Delivery Date,Rate\n' +
      'A,11/20/2026,TX,OH,11/19/2026,5\nB,11/20/2026,TX,OH,11/21/2206,5\nC,11/20/2026,TX,OH,,5'
    const { body } = await check('loads', file, { today: '2026-11-20' })
    expect([body.errorCount, body.unusualDays]).toEqual([0, { reversed: 1, far: 1, lines: [2, 3] }])
  })
})

test('C550 Days far ahead that the nearest year gave are counted', async () => {
  const file =
    'Load #,Pickup Date,Pickup State,Delivery State,Rate\nA,20-Nov,TX,OH,5\nB,5-May,TX,OH,5\nC,5-Jan,TX,OH,5'
  const { body } = await check('loads', file, { today: '2026-11-20', year: 'near' })
  expect(body.unusualDays).toEqual({ reversed: 0, far: 0, ahead: 1, lines: [3] })
})

describe('Numbers', () => {
  const BROKERS = 'Company Name,MC Number,DOT Number\n'

  test('C433 One MC number in four spellings is one broker, in a file and in the form', async () => {
    const file = `${BROKERS}H,MC-771203,\nH,771203,\nH,MC#771203,\nH,mc 0771203,\n`
    const { body } = await send('brokers', file)
    expect(body.errors.map(({ message }) => message)).toEqual([
      'MC Number 771203 is already in row 2',
      'MC Number MC#771203 is already in row 2',
      'MC Number mc 0771203 is already in row 2',
    ])
    await me.post('/api/brokers', { companyName: 'H', mcNumber: 'MC-771203', dotNumber: '2233445' })
    const again = await me.post<Body>('/api/brokers', { companyName: 'I', mcNumber: 'mc771203' })
    expect([again.status, again.body.fields]).toEqual([
      409,
      { mcNumber: ['MC Number mc771203 already exists'] },
    ])
    const dot = await me.post<Body>('/api/brokers', {
      companyName: 'I',
      dotNumber: 'USDOT 02233445',
    })
    expect([dot.status, dot.body.fields]).toEqual([
      409,
      { dotNumber: ['DOT Number USDOT 02233445 already exists'] },
    ])
    expect(
      (await me.post('/api/brokers', { companyName: 'I', mcNumber: 'FF-771203' })).status,
    ).toBe(201)
  })

  test('C433 An import updates the broker with the same number, and keeps its spelling', async () => {
    await me.post('/api/brokers', { companyName: 'Heron', mcNumber: 'MC-884517' })
    const file = `${BROKERS}Heron,MC 0884517,2233445\n`
    expect((await send('brokers', file, { existing: 'update' })).body).toEqual({
      imported: 0,
      changed: 1,
    })
    expect(await list('brokers')).toMatchObject([{ mcNumber: 'MC-884517', dotNumber: '2233445' }])
    expect((await send('brokers', file, { existing: 'update' })).body).toEqual({
      imported: 0,
      same: 1,
    })
  })

  test('C433 Brokers that had one number in two spellings before are updated, each by its own', async () => {
    const first = await me.post<Body>('/api/brokers', { companyName: 'One', mcNumber: 'MC-1' })
    const second = await me.post<Body>('/api/brokers', { companyName: 'Two', mcNumber: '2' })
    await sql`alter table brokers disable trigger user`.execute(database)
    await sql`update brokers set mc_number = '1', old_double = true where id = ${second.body.id}
      and user_id = (select user_id from brokers where mc_number = '2' and id = ${second.body.id})`.execute(
      database,
    )
    await sql`alter table brokers enable trigger user`.execute(database)
    const head = 'Company Name,MC Number,Phone\n'
    const file = `${head}One,MC-1,7\nTwo,1,8\n`
    const done = await send('brokers', file, { existing: 'update' })
    expect(done.body).toEqual({ imported: 0, changed: 2 })
    expect(await list('brokers')).toMatchObject([
      { id: first.body.id, mcNumber: 'MC-1', phone: '7' },
      { id: second.body.id, mcNumber: '1', phone: '8' },
    ])
    const third = await check('brokers', `${head}Three,MC 01,9\n`)
    expect(third.body.errors[0]?.message).toBe('MC Number MC 01 already exists')
  })

  test('C433 A VIN and a license are the same with hyphens and in small letters', async () => {
    await me.post('/api/trucks', {
      ...makeSample('trucks'),
      truckId: '1',
      vin: '1FUJGLDR5CSBH1234',
    })
    const truck = await me.post('/api/trucks', {
      ...makeSample('trucks'),
      truckId: '2',
      vin: '1fuj-gldr5csbh1234',
    })
    expect(truck.status).toBe(409)
    await me.post('/api/drivers', {
      ...makeSample('drivers'),
      name: 'Ann',
      licenseNumber: 'D123-45',
      licenseState: 'TX',
    })
    const file = 'Name,CDL #,CDL State,Phone\nAnn B.,d 12345,TX,7\n'
    expect((await send('drivers', file, { existing: 'update' })).body).toEqual({
      imported: 0,
      changed: 1,
    })
  })
})

describe('A name that no record has', () => {
  const file = `${HEAD},Truck\nX1,11/20/2026,TX,OH,5,7\nX2,11/20/2026,TX,OH,5,900\n`

  test('C435 A probable record is suggested, and is never created unanswered', async () => {
    const truck = (await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '007' })).body
    const { body } = await check('loads', file, { create: 'trucks' })
    expect(body.missing).toEqual([
      {
        entity: 'trucks',
        count: 2,
        names: ['7', '900'],
        suggested: [{ name: '7', id: truck.id, label: '007' }],
      },
    ])
    expect(body.errors.map(({ message }) => message)).toEqual([
      'Truck “7” was not found. Is it 007?',
    ])

    const same = JSON.stringify({ trucks: { 7: truck.id } })
    const done = await send('loads', file, { create: 'trucks', same })
    expect(done.body).toEqual({ imported: 2, created: { trucks: 1 } })
    expect((await list('trucks')).map(({ truckId }) => truckId)).toEqual(['007', '900'])
    expect((await list('loads'))[0]).toMatchObject({ loadId: 'X1', truckId: truck.id })
    // The answer is remembered, and can be changed.
    const next = `${HEAD},Truck\nX4,11/20/2026,TX,OH,5,7\n`
    const seen = (await check('loads', next)).body
    expect(seen.sameNames).toEqual([{ entity: 'trucks', name: '7', id: truck.id, label: '007' }])
    const changed = await check('loads', next, { same: JSON.stringify({ trucks: { 7: 'new' } }) })
    expect(changed.body.missing).toMatchObject([{ names: ['7'], suggested: [] }])
    expect((await send('loads', `${HEAD},Truck\nX3,11/20/2026,TX,OH,5,7\n`)).body).toEqual({
      imported: 1,
    })
  })

  test('C435 A remembered answer is asked about again if the name suggests another record', async () => {
    const one = (await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '007' })).body
    const first = `${HEAD},Truck\nX1,11/20/2026,TX,OH,5,7\n`
    await send('loads', first, { same: JSON.stringify({ trucks: { 7: one.id } }) })
    await me.put(`/api/trucks/${one.id}`, { ...makeSample('trucks'), truckId: '12' })
    const two = (await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '07', vin: '2' }))
      .body
    const next = `${HEAD},Truck\nX2,11/20/2026,TX,OH,5,7\n`
    const { body } = await check('loads', next)
    expect([body.sameNames, body.missing]).toMatchObject([
      [],
      [{ suggested: [{ name: '7', id: two.id, label: '07' }] }],
    ])
  })

  test('C435 "new" forgets the earlier answer', async () => {
    const one = (await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '007' })).body
    const row = (load: string) => `${HEAD},Truck\n${load},11/20/2026,TX,OH,5,7\n`
    await send('loads', row('X1'), { same: JSON.stringify({ trucks: { 7: one.id } }) })
    const same = JSON.stringify({ trucks: { 7: 'new' } })
    await send('loads', row('X2'), { create: 'trucks', same })
    const made = (await list('trucks')).find(({ truckId }) => truckId === '7')
    await me.put(`/api/trucks/${made?.id}`, { ...makeSample('trucks'), truckId: '700', vin: '2' })
    const { body } = await check('loads', row('X3'))
    expect([body.sameNames, body.missing]).toMatchObject([[], [{ names: ['7'] }]])
  })

  test('C435 "new" creates it anyway', async () => {
    await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '007' })
    const same = JSON.stringify({ trucks: { 7: 'new' } })
    const done = await send('loads', file, { create: 'trucks', same })
    expect(done.body).toEqual({ imported: 2, created: { trucks: 2 } })
  })

  test('C435 A record of another account, an unknown list and a wrong text are no answers', async () => {
    const other = await signUp(app)
    const truck = (await other.post('/api/trucks', { ...makeSample('trucks'), truckId: '7' })).body
    const same = JSON.stringify({ trucks: { 7: truck.id } })
    const { body } = await check('loads', file, { same })
    expect(body.errorCount).toBe(2)
    for (const wrong of ['x', '[]', '{"mice":{}}', '{"trucks":{"7":"old"}}', '{"trucks":{"7":0}}'])
      expect((await check('loads', file, { same: wrong })).status).toBe(400)
    expect((await check('dispatchers', 'Name\nx', { same })).status).toBe(400)
  })

  test.each(['\ud800', 'a\udc00', 'a\u0000b'])(
    'C435 A name that cannot be saved, %j, is no answer',
    async (name) => {
      const same = JSON.stringify({ trucks: { [name]: 2, '\ud801': 2 } })
      const { status, body } = await send('loads', loads('X9,11/20/2026,TX,OH,5'), { same })
      expect([status, body]).toMatchObject([400, { fields: { same: expect.any(Array) } }])
    },
  )

  test('C435 Only a record of the account is remembered', async () => {
    const other = await signUp(app)
    const foreign = (await other.post('/api/trucks', { ...makeSample('trucks'), truckId: '7' }))
      .body
    const own = (await me.post('/api/trucks', { ...makeSample('trucks'), truckId: '007' })).body
    const same = JSON.stringify({
      trucks: { 7: own.id, 8: foreign.id, 9: Number.MAX_SAFE_INTEGER },
    })
    expect((await send('loads', loads('X9,11/20/2026,TX,OH,5'), { same })).status).toBe(201)
    const kept = await database.selectFrom('importNames').select(['name', 'recordId']).execute()
    const ids = [foreign.id, own.id, Number.MAX_SAFE_INTEGER]
    expect(kept.filter(({ recordId }) => ids.includes(Number(recordId)))).toEqual([
      { name: '7', recordId: own.id },
    ])
  })
})
