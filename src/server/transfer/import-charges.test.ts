import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const me = await signUp(app)

type Charges = { revenue: string; billedTotal: string; charges: Body[] }

const LINE_HAUL = { kind: 'line-haul', amount: '2000.00' }
const SURCHARGE = { kind: 'fuel-surcharge', quantity: '781', rate: '0.4533' }
const LUMPER = { kind: 'lumper', amount: '180.00', ownerShare: 'none', billToBroker: false }
const DETENTION = {
  ...{ kind: 'detention', quantity: '2.5', rate: '50', approval: 'approved', stop: 'delivery' },
  ...{ approvedBy: 'Kim, desk 4', approvedOn: '2026-11-20', arrivedAt: '2026-11-20 08:15' },
}

const path = (load: Body) => `/api/loads/${load.id}/charges`
const read = async (load: Body) => (await me.get<Charges>(path(load))).body
const save = (load: Body, charges: object[]) => me.put<Charges>(path(load), { charges })
const addLoad = async (n: number) => (await me.post('/api/loads', makeSample('loads', n))).body

async function readExported({ cookie }: Client): Promise<string> {
  const url = '/api/account/export.zip'
  const { rawPayload } = await app.inject({ method: 'GET', url, headers: { cookie } })
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(rawPayload)])))
  const entries = await reader.getEntries()
  const entry = entries.find(({ filename }) => filename === 'charges.csv') as FileEntry
  return entry.getData(new TextWriter())
}

/** What the file has of a charge. */
function pick({ id: _, version: __, createdAt: ___, updatedAt: ____, ...charge }: Body) {
  return charge
}

test('C107 B53 Charges are imported from the file that the ZIP of the account has', async () => {
  const [load, other] = [await addLoad(1), await addLoad(2)]
  const { charges } = (await save(load, [LINE_HAUL, SURCHARGE, DETENTION, LUMPER])).body
  await save(other, [{ ...LINE_HAUL, ownerShare: 'percent', ownerPercent: '62.5' }])
  const before = [await read(load), await read(other)]
  const file = await readExported(me)
  await save(load, [{ ...LINE_HAUL, amount: '1' }])
  await save(other, [])
  const csv = { 'content-type': 'text/csv' }
  const send = (text: string) => me.post('/api/loads/charges/import', text, csv)
  expect((await send(file)).body).toEqual({ loads: 2, charges: charges.length + 1 })
  for (const [at, one] of [load, other].entries()) {
    const now = await read(one)
    expect([now.revenue, now.billedTotal]).toEqual([before[at]?.revenue, before[at]?.billedTotal])
    expect(now.charges.map(pick)).toEqual(before[at]?.charges.map(pick))
  }
  const number = String(load.loadId)
  const wrong = await send(
    `Load #,Charge,Amount\n${number},Lumper,5\n${number},Tarp,5\nnone,Lumper,5\n`,
  )
  expect([wrong.status, wrong.body.errors]).toMatchObject([
    400,
    [
      { line: 3, column: 'kind' },
      { line: 4, message: 'Load none: Load was not found' },
    ],
  ])
  expect((await send('Load #,Notes\n1,2\n')).body.message).toBe(
    'The file has no column Charge, Amount',
  )
  expect((await read(load)).revenue).toBe(before[0]?.revenue)
})

test('C107 C73 A member without revenue does not import charges', async () => {
  await me.put('/api/team/settings', { dispatcherRevenue: false })
  const dispatcher = await inviteMember(app, me, 'dispatcher')
  const csv = { 'content-type': 'text/csv' }
  const sent = await dispatcher.post('/api/loads/charges/import', 'Load,Charge,Amount\n', csv)
  expect(sent.status).toBe(403)
})

test('C107 A file with more charges of a load than it can have is refused, however many', async () => {
  const load = await addLoad(9)
  const rows = `${load.loadId},Other,1\n`.repeat(60_000)
  const csv = { 'content-type': 'text/csv' }
  const sent = await me.post('/api/loads/charges/import', `Load #,Charge,Amount\n${rows}`, csv)
  expect([sent.status, sent.body.errorCount]).toEqual([400, 1])
  expect(JSON.stringify(sent.body.errors)).toContain('A load has at most 50 charges')
  expect((await read(load)).charges).toEqual([])
})
