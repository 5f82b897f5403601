/** What truck owners and drivers see in the portal. */
import { beforeAll, expect, test } from 'vitest'
import type {
  OwnBalance,
  OwnLoads,
  OwnPrintedStatement,
  OwnStatements,
  OwnYear,
  Profile,
} from '#core/portal/responses.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
let carrier: PortalCarrier
beforeAll(async () => {
  carrier = await portalCarrier(app)
})

async function list(member: Client): Promise<OwnStatements['statements']> {
  return (await member.get<OwnStatements>('/api/portal/statements')).body.statements
}

async function pdf(member: Client, path: string): Promise<Buffer> {
  const headers = { cookie: member.cookie }
  return (await app.inject({ method: 'GET', url: path, headers })).rawPayload
}

test('C78 An owner sees approved, paid and void statements, the latest first', async () => {
  expect(await list(carrier.owner)).toMatchObject([
    { id: carrier.voided, status: 'void', net: '400.00' },
    { id: carrier.approved, status: 'approved', gross: '2000.00', net: '1900.00', paidOn: null },
    { id: carrier.paid, status: 'paid', net: '887.50', paidOn: '2026-11-25' },
  ])
  expect(await list(carrier.driver)).toMatchObject([{ id: carrier.ofDan, net: '700.00' }])
})

test('C78 A driver who is not a payee sees no statement, balance or year', async () => {
  const { body } = await carrier.unpaidDriver.get<Profile>('/api/portal/profile')
  expect([body.name, body.isPayee]).toEqual(['Eve', false])
  expect(await list(carrier.unpaidDriver)).toEqual([])
  expect((await carrier.unpaidDriver.get('/api/portal/balances')).body).toEqual([])
  const year = await carrier.unpaidDriver.get<OwnYear>('/api/portal/year?year=2026')
  expect(year.body).toMatchObject({ gross: '0.00', net: '0.00', payments: [] })
})

test('C78 A draft does not make a driver a payee, its approval does', async () => {
  const own = await portalCarrier(app)
  const truckId = await own.createTruck()
  await own.assignDriver(own.eve, truckId)
  await own.createLoad('2026-11-20', '900', { truckId, driverId: own.eve })
  const draft = await own.client.post('/api/billing', { truckId, settlementDate: '2026-11-20' })
  const isPayee = async () =>
    (await own.unpaidDriver.get<Profile>('/api/portal/profile')).body.isPayee
  expect(await isPayee()).toBe(false)
  await own.approve(draft.body.id)
  expect(await isPayee()).toBe(true)
})

test('C78 Of two statements of one day, the one that was made later is first', async () => {
  const own = await portalCarrier(app)
  const truckId = await own.createTruck()
  await own.changeTruck(truckId, { ownerId: own.ann, driverId: null })
  await own.createLoad('2026-11-06', '10', { truckId })
  const later = await own.client.post('/api/billing', { truckId, settlementDate: '2026-11-06' })
  await own.approve(later.body.id)
  const ids = (await list(own.owner)).map(({ id }) => id)
  expect(ids).toEqual([own.voided, later.body.id, own.approved, own.paid])
})

test('C78 Drafts and other payees’ statements are missing on every route', async () => {
  const paths = ['', '/statement.pdf', '/statement.pdf?language=es']
  const missing = await carrier.owner.get('/api/portal/statements/99999999')
  expect(missing.status).toBe(404)
  for (const id of [carrier.draft, carrier.ofBob, carrier.ofDan])
    for (const path of paths) {
      const { status, text } = await carrier.owner.get(`/api/portal/statements/${id}${path}`)
      expect([id, path, status, text]).toEqual([id, path, 404, missing.text])
    }
  const ask = { key: 'statement', text: 'Why?' }
  const asked = await carrier.owner.post(`/api/portal/statements/${carrier.draft}/questions`, ask)
  expect(asked.status).toBe(404)
})

test('C78 Another account’s member gets the response for a missing statement', async () => {
  const other = await portalCarrier(app)
  const { status } = await other.owner.get(`/api/portal/statements/${carrier.paid}`)
  expect(status).toBe(404)
  expect((await list(other.owner)).map(({ id }) => id)).not.toContain(carrier.paid)
})

test('C78 The portal is for truck owners and drivers only', async () => {
  for (const path of ['statements', 'balances', 'loads', 'profile', 'year?year=2026'])
    expect((await carrier.client.get(`/api/portal/${path}`)).status).toBe(403)
})

test('C78 The screen of a statement has the lines and totals of its print', async () => {
  const { body } = await carrier.owner.get<OwnPrintedStatement>(
    `/api/portal/statements/${carrier.paid}`,
  )
  const { printed } = body
  expect(printed.sections.map(({ title }) => title)).toEqual(['Earnings', 'Deductions'])
  expect(printed.sections[0]?.lines[0]).toMatchObject({ amount: '$1,000.00' })
  expect(printed.sections[1]?.lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Tolls', '$12.50'],
    ['Fee', '$100.00'],
  ])
  expect(printed.net).toMatchObject({ label: 'Net payment', amount: '$887.50' })
  const [page] = await pdfText(
    await pdf(carrier.owner, `/api/portal/statements/${carrier.paid}/statement.pdf`),
  )
  expect(page).toContain('$887.50')
})

test('C78 A balance does not count what drafts deduct', async () => {
  expect((await carrier.owner.get<OwnBalance[]>('/api/portal/balances')).body).toEqual([
    {
      kind: 'loan',
      description: 'Fee',
      truck: null,
      total: '900.00',
      deducted: '200.00',
      open: '700.00',
    },
  ])
})

test('C78 The year has what was paid in it', async () => {
  const { body } = await carrier.owner.get<OwnYear>('/api/portal/year?year=2026')
  expect(body).toMatchObject({ gross: '1000.00', deductions: '112.50', net: '887.50' })
  expect(body.payments).toMatchObject([{ paidOn: '2026-11-25', amount: '887.50' }])
  const zip = await carrier.owner.get('/api/portal/year/statements.zip?year=2026')
  expect([zip.status, zip.headers['content-type']]).toEqual([200, 'application/zip'])
})

test('C78 C127 C128 A driver has the references, appointments and pieces of a load', async () => {
  const own = await portalCarrier(app)
  const facts = { brokerLoadNumber: '20512345', poNumber: 'PO-7', bolNumber: '61', pieces: 24 }
  const sent = { ...facts, pickupNumber: 'PU-9', pickupTime: '8 am - 2 pm', deliveryTime: '0900' }
  const read = async () => (await own.unpaidDriver.get<OwnLoads>('/api/portal/loads')).body.loads[0]
  const path = `/api/loads/${(await read())?.id}`
  await own.client.put(path, { ...(await own.client.get(path)).body, ...sent })
  expect(await read()).toMatchObject({
    ...facts,
    pickupNumber: 'PU-9',
    pickup: { time: '08:00-14:00' },
    delivery: { time: '09:00' },
  })
})

test('C78 An owner sees the revenue of loads, a driver only by the setting', async () => {
  const read = async (member: Client) =>
    (await member.get<OwnLoads>('/api/portal/loads')).body.loads.map(({ revenue }) => revenue)
  expect(await read(carrier.owner)).toEqual(['3000.00', '500.00', '2000.00', '1000.00'])
  expect(await read(carrier.unpaidDriver)).toEqual([null, null, null, null])
  await carrier.client.put('/api/team/settings', { driverRevenue: true })
  expect(await read(carrier.unpaidDriver)).toEqual(['3000.00', '500.00', '2000.00', '1000.00'])
  await carrier.client.put('/api/team/settings', { driverRevenue: false })
})

test('C78 The buyer of a truck does not see the loads that paid the seller', async () => {
  const own = await portalCarrier(app)
  await own.sellTo(own.bob)
  expect((await own.owner.get<OwnLoads>('/api/portal/loads')).body.loads).toEqual([])
  await own.sellTo(own.ann, own.bobsTruck)
  expect((await own.owner.get<OwnLoads>('/api/portal/loads')).body.loads).toEqual([])
  await own.createLoad('2026-12-04', '640', { truckId: own.bobsTruck })
  const { loads } = (await own.owner.get<OwnLoads>('/api/portal/loads')).body
  expect(loads).toMatchObject([{ revenue: '640.00' }])
})

test('C78 The portal has only the ending of bank details and of the tax ID', async () => {
  const { body, text } = await carrier.owner.get<Profile>('/api/portal/profile')
  expect(body).toMatchObject({ bankEnding: '1234', taxIdEnding: '6789', isPayee: true })
  expect(text).not.toMatch(/991100|3456789/)
})

test('C78 A load on a void statement of the seller is not shown to the buyer', async () => {
  const own = await portalCarrier(app)
  await own.sellTo(own.bob)
  const buyer = await inviteMember(app, own.client, 'owner', { ownerId: own.bob })
  const { loads } = (await buyer.get<OwnLoads>('/api/portal/loads')).body
  expect(loads.map(({ settlementDate }) => settlementDate)).not.toContain('2026-11-13')
})

test('C78 Statements and loads come in pages', async () => {
  const { body } = await carrier.owner.get<OwnStatements>(
    `/api/portal/statements?before=${carrier.voided}`,
  )
  expect([body.statements.map(({ id }) => id), body.more]).toEqual([
    [carrier.approved, carrier.paid],
    false,
  ])
  const foreign = await carrier.owner.get<OwnStatements>(
    `/api/portal/statements?before=${carrier.ofBob}`,
  )
  expect(foreign.body.statements).toEqual([])
  const all = (await carrier.owner.get<OwnLoads>('/api/portal/loads')).body.loads
  const path = `/api/portal/loads?before=${all[1]?.id}`
  expect((await carrier.owner.get<OwnLoads>(path)).body.loads).toEqual(all.slice(2))
})

test('C80 A translation leaves the bytes of the frozen statement as they are', async () => {
  const path = `/api/portal/statements/${carrier.paid}/statement.pdf`
  const before = await pdf(carrier.owner, path)
  const [spanish] = await pdfText(await pdf(carrier.owner, `${path}?language=es`))
  expect(spanish).toContain('Pago neto')
  expect(
    (
      await carrier.owner.get<OwnPrintedStatement>(
        `/api/portal/statements/${carrier.paid}?language=es`,
      )
    ).body.printed,
  ).toMatchObject({ net: { label: 'Pago neto', amount: '$887.50' } })
  expect((await pdf(carrier.owner, path)).equals(before)).toBe(true)
  expect(
    (await pdf(carrier.client, `/api/billing/${carrier.paid}/statement.pdf`)).equals(before),
  ).toBe(true)
})
