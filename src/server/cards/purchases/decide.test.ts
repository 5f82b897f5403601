/** What becomes of stored purchases: their truck, what a person decides, undo (SPEC C564–C566). */
import { beforeEach, describe, expect, test } from 'vitest'
import type { PurchasesImported } from '#core/cards/imports.ts'
import { COMDATA_FILE, efsFile } from '#server/testing/cards/card-files.ts'
import { accountDay } from '#server/today.ts'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'

type Reply = Body & { confirm?: string; message?: string; fields?: object }
type Row = Body & { labels: Record<string, string | null> }

const { app } = await testApp()
const PATH = '/api/card-purchases'
const CSV = { 'content-type': 'text/csv' }
let me: Client
let truckId: number

beforeEach(async () => {
  me = await signUp(app)
  truckId = await addTruck('104')
})

async function addTruck(number: string): Promise<number> {
  const ownerId = (await me.post('/api/owners', makeSample('owners', Number(number)))).body.id
  const sample = { ...makeSample('trucks', Number(number)), ownerId }
  return (await me.post('/api/trucks', { ...sample, truckId: number })).body.id
}

const save = (file: string, query = '', client = me) =>
  client.post<PurchasesImported & Reply>(`${PATH}/import?${query || 'name=week.csv'}`, file, CSV)

async function list(query = ''): Promise<Row[]> {
  return (await me.get<Row[]>(`${PATH}?sort=invoice${query}`)).body
}

async function showRows(): Promise<unknown[]> {
  return (await list()).map(({ kind, retail, discount, net, pile, labels }) =>
    [kind, retail, discount, net, pile, labels.truckId].join(' '),
  )
}

describe('C564 The truck', () => {
  const addCard = (number: string, values: object = {}) =>
    me.post('/api/cards', { provider: 'efs', number, truckId, startsOn: '2026-01-05', ...values })

  test('is that of the card on the day, then of the printed unit, else it waits', async () => {
    const other = await addTruck('105')
    await addCard('*0541', { endsOn: '2026-01-09' })
    await addCard('0541', { truckId: other, startsOn: '2026-01-10' })
    await save(
      efsFile([
        { invoice: '1', day: '2026-01-09', unit: '999' },
        { invoice: '2', day: '2026-01-10', unit: '104' },
        { invoice: '3', day: '2026-01-04', unit: '0105' },
        { invoice: '4', day: '2026-01-04', unit: '105A' },
      ]),
    )
    const found = (await list()).map(({ labels, foundBy }) => [labels.truckId, foundBy])
    expect(found).toEqual([
      ['104', 'card'],
      ['105', 'card'],
      ['105', 'unit'],
      [null, null],
    ])
  })

  test('of a waiting row is answered in place, for the rest of the card, with the card from that day', async () => {
    await save(
      efsFile([
        { invoice: '1', unit: '' },
        { invoice: '2', unit: '', day: '2026-01-12' },
      ]),
    )
    expect((await list('&pile=waiting')).length).toBe(2)
    const [row] = await list()
    const details = (await me.get<Body>(`${PATH}/${row?.id}`)).body
    expect(details.waitingOthers).toBe(1)
    const answer = { truckId, others: true, holder: true }
    expect((await me.put(`${PATH}/${row?.id}`, answer)).body).toEqual({ changed: 2 })
    expect(await showRows()).toEqual([
      'diesel 342.54 29.37 313.17 ready 104',
      'diesel 342.54 29.37 313.17 ready 104',
    ])
    const cards = (await me.get<Body[]>('/api/cards')).body
    expect(cards).toMatchObject([{ number: '0541', truckId, startsOn: '2026-01-09', endsOn: null }])
  })

  test('of a later row is not given to earlier ones of the card', async () => {
    const other = await addTruck('105')
    await save(
      efsFile([
        { invoice: '1', unit: '', day: '2026-01-03' },
        { invoice: '2', unit: '', day: '2026-01-12' },
        { invoice: '3', unit: '', day: '2026-01-13' },
      ]),
    )
    const answered = (await list())[1]
    expect((await me.get<Body>(`${PATH}/${answered?.id}`)).body.waitingOthers).toBe(1)
    await me.put(`${PATH}/${answered?.id}`, { truckId: other, others: true })
    expect((await list()).map(({ labels }) => labels.truckId)).toEqual([null, '105', '105'])
  })

  test('is offered again if a card move is entered late; what a person chose stays', async () => {
    const other = await addTruck('105')
    const first = (await addCard('0541')).body
    const [day, later] = [addDays(accountDay(), -3), addDays(accountDay(), -1)]
    await save(
      efsFile([
        { invoice: '1', day, unit: '' },
        { invoice: '2', day: later, unit: '', odometer: '412300' },
        { invoice: '3', day: later, unit: '' },
      ]),
    )
    const chosen = (await list())[2]
    await me.put(`${PATH}/${chosen?.id}`, { truckId: other })
    await me.put(`${PATH}/${chosen?.id}`, { truckId })
    await me.put(`/api/cards/${first.id}`, { ...first, endsOn: day })
    await addCard('0541', { truckId: other, startsOn: later })
    expect((await me.post(`${PATH}/match`)).body).toEqual({ found: 0, moved: 1 })
    expect((await list()).map(({ labels }) => labels.truckId)).toEqual(['104', '104', '104'])
    expect((await me.post(`${PATH}/match?moves=yes`)).body).toEqual({ found: 0, moved: 1 })
    expect((await list()).map(({ labels }) => labels.truckId)).toEqual(['104', '105', '104'])
    const readings = (await me.get<Body[]>('/api/odometer-readings')).body
    expect(readings).toMatchObject([{ truckId: other, miles: 412_300 }])
  })

  test('is looked for again once the card is known', async () => {
    await save(efsFile([{ unit: '' }]))
    await addCard('0541')
    expect((await me.post(`${PATH}/match`)).body).toEqual({ found: 1, moved: 0 })
    expect((await list())[0]).toMatchObject({ truckId, foundBy: 'card' })
  })
})

describe('C565 A person', () => {
  test('ignores a purchase with a reason and names the kind of an unknown item, never the figures', async () => {
    await save(efsFile([{ item: 'XYZ' }]))
    const [row] = await list()
    const put = (values: object) => me.put<Reply>(`${PATH}/${row?.id}`, values)
    expect((await put({ kind: 'parking', net: '1.00' })).status).toBe(200)
    expect((await list())[0]).toMatchObject({ kind: 'parking', net: '313.17', truckId })
    await put({ ignored: 'Paid by the driver' })
    expect(await list('&pile=ignored')).toMatchObject([{ ignored: 'Paid by the driver' }])
    await put({ ignored: '' })
    expect((await list())[0]).toMatchObject({ pile: 'ready', ignored: null })
    expect((await put({ truckId: 99_999_999 })).status).toBe(400)
  })

  test('C72 needs the permission: accounting imports, viewers see nothing', async () => {
    const accounting = await inviteMember(app, me, 'accounting')
    expect((await save(COMDATA_FILE, '', accounting)).status).toBe(201)
    for (const role of ['dispatcher', 'safety', 'viewer'] as const) {
      const member = await inviteMember(app, me, role)
      expect((await member.get(PATH)).status).toBe(403)
      expect((await save(COMDATA_FILE, '', member)).status).toBe(403)
    }
  })
})

describe('C566 Undo of an import', () => {
  test('names later files that have its purchases too', async () => {
    const [one, two, three] = ['1', '2', '3'].map((invoice) => ({ invoice }))
    const { importId } = (await save(efsFile([one ?? {}, two ?? {}]))).body
    await save(efsFile([one ?? {}, two ?? {}, three ?? {}]), 'name=overlap.csv')
    const undo = (query = '') => me.delete<Reply>(`/api/card-imports/${importId}${query}`)
    const asked = await undo()
    expect([asked.status, asked.body.confirm]).toEqual([409, 'overlap'])
    expect(asked.body.message).toContain('overlap.csv')
    expect(await list()).toHaveLength(3)
    expect((await undo('?confirmed=overlap')).status).toBe(204)
    expect((await list()).map(({ invoice }) => invoice)).toEqual(['3'])
  })

  test('takes out its purchases, its readings, and figures that wait beside others', async () => {
    await save(efsFile([{ invoice: '1' }]))
    const second = efsFile([
      { invoice: '1', amount: '310.00' },
      { invoice: '2', odometer: '412300' },
    ])
    const { importId } = (await save(second)).body
    expect(await list()).toHaveLength(2)
    expect((await me.get<Body[]>('/api/odometer-readings')).body).toHaveLength(1)
    expect((await me.delete(`/api/card-imports/${importId}`)).status).toBe(204)
    expect(await showRows()).toEqual(['diesel 342.54 29.37 313.17 ready 104'])
    expect((await me.get<Body[]>('/api/odometer-readings')).body).toEqual([])
    expect((await me.delete(`/api/card-imports/${importId}`)).status).toBe(404)
    expect((await save(second)).body).toMatchObject({ imported: 1, conflicts: 1 })
  })
})

test('C611 The kind of an item is also given to the other unknown items with its code', async () => {
  const items = ['XQ7', 'XQ7', 'ABC', 'XQ7']
  await save(efsFile(items.map((item, at) => ({ item, invoice: String(at + 1) }))))
  const rows = await list()
  await me.put(`${PATH}/${rows[3]?.id}`, { kind: 'fee' })
  const first = `${PATH}/${rows[0]?.id}`
  expect((await me.get(first)).body).toMatchObject({ code: 'XQ7', unknownAlike: 1 })
  expect((await me.put(first, { kind: 'diesel', alike: true })).body).toEqual({ changed: 2 })
  const kinds = (await list()).map(({ kind }) => kind)
  expect(kinds).toEqual(['diesel', 'diesel', 'unknown', 'fee'])
  await me.put(`${PATH}/${rows[2]?.id}`, { kind: 'oil' })
  expect((await list()).map(({ kind }) => kind)).toEqual(['diesel', 'diesel', 'oil', 'fee'])
})
