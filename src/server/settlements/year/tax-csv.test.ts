import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { UNREADABLE } from '#core/fields/fields.ts'
import type { PayeeYearDetails, YearSummary } from '#core/settlements/year/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import {
  createCarrierWithPayments,
  type CarrierWithPayments,
} from '#server/testing/carrier-with-payments.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Body } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: CarrierWithPayments

beforeEach(async () => {
  carrier = await createCarrierWithPayments(app)
})

const TAX_FILE = '/api/settlements/year/tax.csv?year=2026'

async function pay(date: string, revenue: string, truckId = carrier.truckId) {
  const { id } = await carrier.createStatement(date, revenue, { truckId })
  await carrier.payOn(id, date, date)
}

async function readRows(): Promise<string[]> {
  return (await carrier.client.get(TAX_FILE)).text.trim().split('\r\n').slice(1)
}

test('C9 C462 The file for the tax preparer has name, address, tax ID, 1099 figure and withheld tax', async () => {
  await pay('2026-10-02', '2000')
  const owner = (await carrier.client.get(`/api/owners/${carrier.ann}`)).body
  await carrier.client.put(`/api/owners/${carrier.ann}`, {
    ...owner,
    name: '=Ann',
    address: '1 Oak\nDallas',
  })
  const dan = await carrier.addDriver('Dan')
  await carrier.assignDriver(dan, carrier.secondTruckId)
  await pay('2026-10-09', '1999.99', carrier.secondTruckId)
  expect(await readRows()).toEqual([
    `'=Ann,"1 Oak, Dallas",,,,12-3456789,2000.00,0.00,File`,
    `Dan,12 Elm Street,Dallas,TX,75201,,1999.99,0.00,Below the threshold`,
  ])
})

test('C9 Tax IDs are in this file only, and its download is logged', async () => {
  await pay('2026-10-02', '2000')
  await carrier.client.get(TAX_FILE)
  for (const path of ['', '.csv', `/payee`]) {
    const query = path === '/payee' ? `&payee=owner:${carrier.ann}` : ''
    const { text } = await carrier.client.get(`/api/settlements/year${path}?year=2026${query}`)
    expect([path, text.includes('12-3456789'), text.includes('3456789')]).toEqual([
      path,
      false,
      false,
    ])
  }
  const events = (await carrier.client.get<Body[]>('/api/audit?subject=tax_summary')).body
  expect(events).toMatchObject([{ action: 'exported', subject: 'tax_summary' }])
})

test('C9 The year marks a missing or unreadable tax ID, and the file an unreadable one', async () => {
  await pay('2026-10-02', '2000')
  const readTaxIds = async () => {
    const { payees } = (await carrier.client.get<YearSummary>('/api/settlements/year?year=2026'))
      .body
    return payees.map(({ taxId }) => taxId)
  }
  expect(await readTaxIds()).toEqual(['on-file'])
  await sql`update owners set tax_id = '\\x00'::bytea where id = ${carrier.ann}`.execute(database)
  expect(await readTaxIds()).toEqual(['unreadable'])
  expect((await readRows())[0]).toContain(UNREADABLE)
  const owner = { ...makeSample('owners'), name: 'Ann', taxId: null }
  await carrier.client.put(`/api/owners/${carrier.ann}`, owner)
  expect(await readTaxIds()).toEqual(['missing'])
})

test('C73 A viewer does not see which payees have a tax ID', async () => {
  await pay('2026-10-02', '2000')
  const viewer = await inviteMember(app, carrier.client, 'viewer')
  await carrier.client.put('/api/team/settings', { viewerRevenue: true })
  const read = async ({ get }: typeof viewer) => {
    const summary = await get<YearSummary>('/api/settlements/year?year=2026')
    const path = `/api/settlements/year/payee?year=2026&payee=owner:${carrier.ann}`
    const details = await get<PayeeYearDetails>(path)
    return [summary.body.payees[0]?.taxId, details.body.payee.taxId]
  }
  expect([await read(carrier.client), await read(viewer)]).toEqual([
    ['on-file', 'on-file'],
    [undefined, undefined],
  ])
  const owner = (await carrier.client.get(`/api/owners/${carrier.ann}`)).body
  await carrier.client.put(`/api/owners/${carrier.ann}`, { ...owner, taxId: null })
  const count = async ({ get }: typeof viewer) =>
    (await get<Body>('/api/settlements/open-work?today=2026-11-20')).body.missingTaxIds
  expect([await count(carrier.client), await count(viewer)]).toEqual([1, 0])
})
