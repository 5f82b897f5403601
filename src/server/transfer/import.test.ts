import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CellError, ImportCheck } from '#core/transfer/import.ts'
import { everyEntity } from '#core/entities/entities.ts'
import { settableFields } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { makeSample } from '#server/testing/samples.ts'
import { downloadSheet } from '#server/testing/sheet-cells.ts'
import { WORKBOOK_TYPE } from '#core/transfer/workbook.ts'

const { app } = await testApp()
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const CSV = { 'content-type': 'text/csv' }

function send<Of = Rejected>(path: string, file: string, headers = {}) {
  return me.post<Of>(`/api/${path}`, file, { ...CSV, ...headers })
}

type Rejected = { message: string; errors: CellError[]; errorCount: number; imported: number }

function check(name: EntityName, file: string, columns?: string) {
  const query = columns === undefined ? '' : `?columns=${columns}`
  return send<ImportCheck & { message: string }>(`${name}/import/check${query}`, file)
}

async function count(name: EntityName): Promise<number> {
  return (await me.get<Body[]>(`/api/${name}`)).body.length
}

/** "3 Email: Invalid email address" */
function places({ errors }: { errors: CellError[] }): string[] {
  return errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}

const PEOPLE = 'Name,Phone,E-Mail,Extension\r\n'
const LOADS =
  'Load #,Truck,Driver,Pickup Date,Pickup State,Delivery State,Revenue,Delivery Status\n'

describe('A valid file', () => {
  test('B51 Is imported completely, with columns matched to fields', async () => {
    const file = `${PEOPLE}Ann,1,ann@example.com,12\r\n\r\n"Bo, Jr.",2,bo@example.com,\r\n`
    const checked = await check('dispatchers', file)
    expect(checked.body).toEqual({
      titles: ['Name', 'Phone', 'E-Mail', 'Extension'],
      columns: ['name', 'phone', 'email', 'extension'],
      rows: 2,
      preview: [
        { line: 2, cells: ['Ann', '1', 'ann@example.com', '12'] },
        { line: 4, cells: ['Bo, Jr.', '2', 'bo@example.com'] },
      ],
      errors: [],
      errorCount: 0,
      causes: [],
      counts: { new: 2, changed: 0, same: 0, skipped: 0 },
      missing: [],
      sameNames: [],
      words: [],
      leftOut: [],
      leftOutCount: 0,
      days: { order: 'mdy', example: null },
      decimalCommas: 0,
      unpayable: 0,
      refused: [],
    })
    expect(await count('dispatchers')).toBe(0)
    const taken = await send('dispatchers/import', file)
    expect([taken.status, taken.body]).toEqual([201, { imported: 2 }])
    const { body } = await me.get<Body[]>('/api/dispatchers?sort=name')
    expect(body).toMatchObject([
      { name: 'Ann', extension: '12' },
      { name: 'Bo, Jr.', extension: null },
    ])
  })

  test('B51 Can have money and days as people type them, and labels of links', async () => {
    const truck = (await me.post('/api/trucks', makeSample('trucks'))).body
    const driver = (await me.post('/api/drivers', makeSample('drivers'))).body
    const row = 'L-1,t-1,Łukasz Nguyễn,11/5/2026,tx,GA,"$1,234.50",In Transit\n'
    expect((await send('loads/import', LOADS + row)).status).toBe(201)
    const { body } = await me.get<Body[]>('/api/loads')
    expect(body[0]).toMatchObject({
      truckId: truck.id,
      driverId: driver.id,
      pickupDate: '2026-11-05',
      pickupState: 'TX',
      revenue: '1234.50',
      deliveryStatus: 'in-transit',
      paymentStatus: 'pending',
      miles: '0.00',
      emptyMiles: '0.00',
      version: 1,
      weekNumber: 1,
    })
  })

  test('B51 Can have semicolons, tabs or Excel’s Unicode text', async () => {
    const lines = ['Name;Phone;Email', '"Łukasz; Jr.";1;a@example.com']
    expect((await send('dispatchers/import', lines.join('\r'))).body).toEqual({ imported: 1 })
    const wide = Buffer.from(
      `\uFEFF${PEOPLE}Ann,1,a@example.com,\r\n`.replaceAll(',', '\t'),
      'utf16le',
    )
    const response = await app.inject({
      method: 'POST',
      url: '/api/dispatchers/import',
      headers: { cookie: me.cookie, ...CSV },
      payload: wide,
    })
    expect(response.json()).toEqual({ imported: 1 })
    const names = (await me.get<Body[]>('/api/dispatchers?sort=name')).body.map(({ name }) => name)
    expect(names).toEqual(['Ann', 'Łukasz; Jr.'])
  })
})

describe('The sample file', () => {
  test.each(everyEntity)(
    'B51 C500 of $name has every column and can be imported, as CSV and as a workbook',
    async ({ name, fields }) => {
      const sample = await me.get(`/api/${name}/import/sample.csv`)
      expect(sample.headers['content-disposition']).toBe(
        `attachment; filename="${name}-sample.csv"`,
      )
      const { body } = await check(name, sample.text)
      expect([body.columns, body.errors]).toEqual([Object.keys(settableFields(fields)), []])
      const { bytes } = await downloadSheet(app, me, `/api/${name}/import/sample.xlsx`)
      const checked = await app.inject({
        method: 'POST',
        url: `/api/${name}/import/check`,
        headers: { cookie: me.cookie, 'content-type': WORKBOOK_TYPE },
        payload: bytes,
      })
      expect(checked.json()).toMatchObject({ columns: body.columns, errors: [] })
    },
  )
})

describe('A file with errors', () => {
  test('B51 Names each error’s row and column and imports nothing', async () => {
    const good = (n: number) => `L-${n},,,2026-11-16,TX,GA,100,\n`
    const file =
      LOADS +
      good(1) +
      'L-2,T-9,,2026-02-30,TX,Gorgia,100,\n' +
      good(3) +
      'L-1,,,2026-11-16,TX,GA,1e3,lost\n'
    const rejected = await send('loads/import', file)
    expect(rejected.status).toBe(400)
    expect(rejected.body.message).toBe('6 errors found; nothing was imported')
    expect(places(rejected.body)).toEqual([
      '3 Truck: Truck “T-9” was not found',
      '3 Pickup Date: Pickup date must be a valid date, e.g. 11/20/2026',
      '3 Delivery State: State must be exactly 2 characters',
      '5 Revenue: Revenue must be a dollar amount, e.g. 950.00',
      expect.stringContaining('5 Delivery Status: Delivery status must be Scheduled'),
      '5 Load #: Load # L-1 is already in row 2',
    ])
    expect(rejected.body.errorCount).toBe(6)
    expect(await count('loads')).toBe(0)
    expect((await check('loads', file)).body.errors).toEqual(rejected.body.errors)
  })

  test('B15 B51 Names a value that already exists at its cell', async () => {
    await me.post('/api/trucks', makeSample('trucks', 1))
    const file = 'Truck #,Make,Model,Year,VIN\nT-1,Volvo,VNL,2020,\nT-2,Volvo,VNL,2020,VIN1\n'
    expect(places((await check('trucks', file)).body)).toEqual([
      '2 Truck #: Truck # T-1 already exists',
      '3 VIN: VIN VIN1 already exists',
    ])
  })

  test('B51 Rejects a name of two drivers and a name of another account', async () => {
    await me.post('/api/drivers', makeSample('drivers'))
    await me.post('/api/drivers', makeSample('drivers'))
    const other = await signUp(app)
    await other.post('/api/drivers', { ...makeSample('drivers'), name: 'Theirs' })
    const row = (driver: string) => `L-${driver},,${driver},2026-11-16,TX,GA,1,\n`
    const { body } = await check('loads', LOADS + row('Łukasz Nguyễn') + row('Theirs'))
    expect(places(body)).toEqual([
      '2 Driver: 2 drivers are named “Łukasz Nguyễn”',
      '3 Driver: Driver “Theirs” was not found',
    ])
  })

  test('B51 Reports a required field without a column once, not per row', async () => {
    const { body } = await check('dispatchers', 'Name,Email\nAnn,x\nBo,b@example.com\n')
    expect(places(body)).toEqual([
      '1 Phone: Required field: match a column to it',
      '2 Email: Invalid email address',
    ])
  })

  test('B51 Lists hundreds of errors and counts all', async () => {
    const rows = Array.from({ length: 2000 }, (_, n) => `Person ${n},1,invalid,\n`).join('')
    const { body } = await check('dispatchers', PEOPLE + rows)
    expect([body.errorCount, body.errors.length, body.errors.at(-1)?.line]).toEqual([
      2000, 500, 501,
    ])
  })
})

describe('The columns', () => {
  const FILE = 'Who,Phone,Mail,Phone 2\nAnn,1,ann@example.com,2\n'

  test('B51 Can be chosen and are remembered for the account’s next file', async () => {
    expect((await check('dispatchers', FILE)).body.columns).toEqual([null, 'phone', null, null])
    const chosen = 'name,,email,phone'
    expect((await send(`dispatchers/import?columns=${chosen}`, FILE)).status).toBe(201)
    const next = 'MAIL,who,phone 2,phone,Extension\n'
    const again = await check('dispatchers', `${next}a@example.com,Bo,1,2,3\n`)
    expect(again.body.columns).toEqual(['email', 'name', 'phone', null, 'extension'])
    const other = await signUp(app)
    const foreign = await other.post<ImportCheck>('/api/dispatchers/import/check', FILE, CSV)
    expect(foreign.body.columns).toEqual([null, 'phone', null, null])
  })

  test('B51 Can have the same title twice and still match the next file', async () => {
    const twice = 'Name,Phone,Email,Name\nAnn,1,a@example.com,x\n'
    expect((await send('dispatchers/import', twice)).status).toBe(201)
    expect(
      (await send('dispatchers/import', 'Name,Phone,Email\nBo,1,b@example.com\n')).status,
    ).toBe(201)
  })

  test('B51 Can have a title of any length', async () => {
    const title = randomBytes(5_000).toString('hex')
    const file = `Name,Phone,Email,${title}\nAnn,1,a@example.com,x\n`
    expect((await send('dispatchers/import', file)).status).toBe(201)
  })

  test.each([
    ['name,phone', 'The file has 4 columns, but 2 are given'],
    ['name,phone,phone,email', 'Two columns are matched to Phone'],
    ['name,phone,id,', 'Unknown field "id"'],
    ['name,constructor,,', 'Unknown field "constructor"'],
  ])('B51 in the order %s are rejected', async (columns, message) => {
    const { status, body } = await check('dispatchers', FILE, columns)
    expect([status, body.message]).toEqual([400, message])
  })
})
