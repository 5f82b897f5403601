/** The fields of each record, listed independently of the declarations (SPEC A3). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { EntityName } from '#core/fields/field.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { signUp, testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
const me = await signUp(app)
const other = await signUp(app)

type Kept = { required: string; optional: string; unique?: string[] }

const RECORDS: [statement: string, entity: string, kept: Kept][] = [
  [
    'A3.drivers.1',
    'drivers',
    {
      required:
        'name email phone address licenseNumber licenseState licenseExpiration paymentMethod',
      optional: 'taxId backupWithholding offsetTrucks bankDetails statementEmail notes status',
    },
  ],
  [
    'A3.owners.1',
    'owners',
    {
      required: 'name email phone address paymentMethod',
      optional: 'taxId backupWithholding offsetTrucks bankDetails statementEmail notes status',
    },
  ],
  [
    'A3.trucks.1',
    'trucks',
    {
      required: 'truckId make model year',
      optional: 'driverId vin licensePlate status ownerId',
      unique: ['truckId', 'vin'],
    },
  ],
  [
    'C520',
    'trailers',
    {
      required: 'trailerId',
      optional: 'kind year vin licensePlate plateState ownerId status',
      unique: ['trailerId', 'vin'],
    },
  ],
  [
    'A3.brokers.1',
    'brokers',
    {
      required: 'companyName',
      optional: `mcNumber dotNumber phone email notes contactPerson address billToName billToAddress invoiceEmail
        carrierId termsDays quickPayPercent quickPayWithin creditLimit status`,
      unique: ['mcNumber', 'dotNumber'],
    },
  ],
  ['A3.dispatchers.1', 'dispatchers', { required: 'name phone email', optional: 'extension' }],
  [
    'A3.loads.1',
    'loads',
    {
      required: 'loadId pickupState deliveryState pickupDate revenue',
      optional: `truckId trailerId driverId driver2Id brokerId pickupCity pickupZip deliveryCity deliveryZip
        cargoType weight deliveryDate settlementDate deliveryStatus paymentStatus bolStatus settledElsewhere miles
        emptyMiles notes documents weekNumber weekYear dispatcherId brokerLoadNumber poNumber
        missingPapers missingToSettle missingToBill bolNumber pickupNumber pickupTime deliveryTime pieces`,
      unique: ['loadId'],
    },
  ],
]

const EVERY_RECORD = ['id', 'userId', 'version', 'createdAt', 'updatedAt', 'labels']

function splitWords(text: string): string[] {
  return text.split(/\s+/).filter(Boolean)
}

test.each(RECORDS)(
  '%s A7.5 %s store their fields and require the required ones',
  async (_, name, kept) => {
    const path = `/api/${name}`
    const made = await me.post(path, makeSample(name as 'loads', 1))
    expect(made.status).toBe(201)
    const fields = [...splitWords(kept.required), ...splitWords(kept.optional), ...EVERY_RECORD]
    expect(Object.keys(made.body).toSorted()).toEqual(fields.toSorted())
    const rejected = await me.post<{ fields: object }>(path, {})
    expect(Object.keys(rejected.body.fields).toSorted()).toEqual(
      splitWords(kept.required).toSorted(),
    )
    expect((await me.put(`${path}/${made.body.id}`, made.body)).status).toBe(200)
    expect((await me.get<Body[]>(path)).body[0]?.id).toBe(made.body.id)

    for (const unique of kept.unique ?? []) {
      const twin = { ...makeSample(name as 'loads', 2), [unique]: made.body[unique] }
      const response = await me.post<{ fields: object }>(path, twin)
      expect([response.status, Object.keys(response.body.fields)]).toEqual([409, [unique]])
      expect((await other.post(path, twin)).status).toBe(201)
    }
    expect((await me.delete(`${path}/${made.body.id}`)).status).toBe(204)
  },
)

test('A6.2 An account sees only its own records', async () => {
  for (const [, name] of RECORDS) {
    const id = (await me.post(`/api/${name}`, makeSample(name as 'loads', 7))).body.id
    const path = `/api/${name}/${id}`
    const seen = (await other.get<Body[]>(`/api/${name}`)).body.map(({ id }) => id)
    expect(seen).not.toContain(id)
    for (const response of [await other.get(path), await other.delete(path)])
      expect([name, response.status]).toEqual([name, 404])
    expect((await me.get(path)).status).toBe(200)
  }
})

test('A3.billing.1 A4.billing.1 A7.7 A9.limits.6 A5.week.1 A new settlement has zeros', async () => {
  const truckId = (await me.post('/api/trucks', makeSample('trucks', 50))).body.id
  const made = await me.post('/api/billing', { truckId, settlementDate: '2026-11-20' })
  expect(made.body).toMatchObject({
    truckId,
    settlementDate: '2026-11-20',
    weekNumber: 3,
    weekYear: 2026,
    startDate: '2026-11-15',
    endDate: '2026-11-21',
    totalRevenue: '0.00',
    totalExpenses: '0.00',
    netPayment: '0.00',
    status: 'pending',
    notes: null,
    statementUrl: null,
  })
  for (const category of EXPENSE_CATEGORIES) expect(made.body[category]).toBe('0.00')
  const path = `/api/billing/${made.body.id}`
  expect((await me.put(path, { ...made.body, fuel: '1' })).body.totalExpenses).toBe('1.00')
  const pdf = await me.post<{ pdfUrl: string }>(`${path}/generate-pdf`)
  expect([pdf.status, typeof pdf.body.pdfUrl]).toEqual([200, 'string'])
})

test('A3.settings.1 B36 An account has one settings record with defaults', async () => {
  const { body } = await other.get('/api/settings')
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining(
      splitWords(`id workWeekStartDay companyName companyAddress companyCity companyState companyZip
        companyPhone companyEmail logoUrl fuelDeductionType fuelDeductionValue
        insuranceDeductionType insuranceDeductionValue customDeductions`),
    ),
  )
  expect((await other.post('/api/settings', {})).status).toBe(201)
  expect((await other.post('/api/settings', {})).status).toBe(409)
})

test.each([
  [
    'A3.users.1',
    'persons',
    'id email password first_name last_name profile_image_url created_at updated_at',
  ],
  ['A3.users.1', 'sessions', 'sid sess expire'],
  ['A3.expenses.1', 'expenses', 'id user_id billing_id category description amount date truck_id'],
])('%s The table %s has these columns', async (_, table, columns) => {
  const { rows } = await sql<{ name: string }>`select column_name as name
    from information_schema.columns where table_name = ${table}`.execute(database)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(splitWords(columns)))
})

test('B22 B23 A load with every value is the same in POST, repeated POST and GET', async () => {
  const make = async (entity: EntityName, serial: number) =>
    (await me.post(`/api/${entity}`, makeSample(entity, serial))).body.id
  const load = {
    ...makeSample('loads', 70),
    truckId: await make('trucks', 71),
    trailerId: await make('trailers', 76),
    driverId: await make('drivers', 72),
    driver2Id: await make('drivers', 73),
    brokerId: await make('brokers', 74),
    dispatcherId: await make('dispatchers', 75),
    brokerLoadNumber: 'B-00071',
    poNumber: 'PO 7',
    bolNumber: 'BOL-7',
    pickupNumber: 'P"7\\',
    cargoType: 'Möbel, 12′ – “fragile”',
    weight: '41000.5',
    pieces: 12,
    pickupZip: '75201',
    pickupTime: '08:00-10:30',
    deliveryZip: '30301',
    deliveryTime: '23:59',
    deliveryStatus: 'delivered',
    paymentStatus: 'paid',
    bolStatus: 'received',
    notes: 'First line\nSecond\tline 🚚',
  }
  const key = { 'idempotency-key': 'every-value' }
  const [first, again] = [
    await me.post('/api/loads', load, key),
    await me.post('/api/loads', load, key),
  ]
  expect([first.status, again.status]).toEqual([201, 201])
  const { body } = await me.get(`/api/loads/${first.body.id}`)
  expect([first.body, again.body]).toEqual([body, body])
  expect(body).toMatchObject({ ...load, weight: '41000.50', miles: '781.00', emptyMiles: '64.50' })
  expect(Object.values((body as { labels?: object }).labels ?? {})).not.toContain(null)
})

test('B15 A used number and a missing link are errors at their fields, with a key too', async () => {
  const load = makeSample('loads', 80)
  const post = (values: object, key: string) =>
    me.post('/api/loads', { ...load, ...values }, { 'idempotency-key': key })
  expect((await post({}, 'number-1')).status).toBe(201)
  const used = await post({}, 'number-2')
  expect([used.status, Object.keys(used.body.fields as object)]).toEqual([409, ['loadId']])
  const missing = await post({ loadId: 'L-81', truckId: 99_999_999 }, 'number-3')
  expect([missing.status, Object.keys(missing.body.fields as object)]).toEqual([400, ['truckId']])
})

test('B23 A key of a load has 200 characters at most', async () => {
  const post = (length: number) =>
    me.post('/api/loads', makeSample('loads', 90), { 'idempotency-key': 'k'.repeat(length) })
  expect((await post(201)).status).toBe(400)
  expect((await post(200)).status).toBe(201)
})
