/** Rules about required papers, and the papers that loads lack (SPEC C129, C130). */
import { keepDay } from '#server/testing/keep-day.ts'
import { shortOrLong } from '#server/testing/long.ts'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import type { DocumentKind } from '#core/documents/kinds.ts'
import type { RequiredPapers } from '#core/required-papers/required-papers.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { makeSample } from '#server/testing/samples.ts'
import { inviteMember } from '#server/testing/team.ts'
import { signUp, testApp, type Body, type Client } from '#server/testing/test-app.ts'
import { accountDay } from '#server/today.ts'

const { app, database } = await testApp()
keepDay()
const FIRST_DAY = addDays(accountDay(), -30)
const COMPANY = '/api/required-papers'
let me: Client

beforeEach(async () => {
  me = await signUp(app)
})

const ofBroker = (id: unknown) => `/api/brokers/${String(id)}/required-papers`
const save = (path: string, rules: object, headers = {}) =>
  me.put<RequiredPapers>(path, { firstDay: FIRST_DAY, ...rules }, headers)

type Missing = Record<'missingToSettle' | 'missingToBill' | 'missingPapers', string | null>

async function readMissing(path: string): Promise<(string | null)[]> {
  const { body } = await me.get<Missing>(path)
  return [body.missingToSettle, body.missingToBill, body.missingPapers]
}

async function makeLoad(values: object = {}): Promise<{ id: number; path: string; body: Body }> {
  const sent = {
    ...makeSample('loads'),
    loadId: crypto.randomUUID(),
    pickupDate: FIRST_DAY,
    ...values,
  }
  const { body } = await me.post('/api/loads', sent)
  return { id: Number(body.id), path: `/api/loads/${body.id}`, body }
}

async function change(path: string, values: object): Promise<void> {
  const { body } = await me.get(path)
  expect((await me.put(path, { ...body, ...values })).status).toBe(200)
}

const setCharges = (path: string, charges: object[]) => me.put(`${path}/charges`, { charges })

test('C129 Without rules nothing is required, and the first ones have a version', async () => {
  // As in an account that signed up before C343.
  await database.deleteFrom('documentNeeds').execute()
  const { body } = await me.get<RequiredPapers>(COMPANY)
  expect(body).toEqual({ firstDay: null, toSettle: {}, toBill: {}, version: 0 })
  const { path } = await makeLoad()
  expect(await readMissing(path)).toEqual([null, null, null])
  const saved = await save(COMPANY, { toBill: { pod: 'always' } }, { 'if-match': '"0"' })
  expect(saved.body).toEqual({
    firstDay: FIRST_DAY,
    toSettle: {},
    toBill: { pod: 'always' },
    version: 1,
  })
  expect(await readMissing(path)).toEqual([null, 'pod', 'pod'])
  const late = await save(COMPANY, {}, { 'if-match': '"0"' })
  expect([late.status, late.body]).toMatchObject([412, { current: saved.body }])
})

test('C129 A lumper receipt is required if a lumper is charged and not refused', async () => {
  await save(COMPANY, { toSettle: { 'lumper-receipt': 'lumper' } })
  const { path } = await makeLoad()
  expect(await readMissing(path)).toEqual([null, null, null])
  await setCharges(path, [{ kind: 'lumper', amount: '180.00', approval: 'asked' }])
  expect(await readMissing(path)).toEqual(['lumper-receipt', null, 'lumper-receipt'])
  await setCharges(path, [{ kind: 'lumper', amount: '180.00', approval: 'refused' }])
  expect(await readMissing(path)).toEqual([null, null, null])
  await setCharges(path, [{ kind: 'lumper', amount: '180.00', approval: 'approved' }])
  await upload(me, `${path}/documents`, { kind: 'lumper-receipt' })
  expect(await readMissing(path)).toEqual([null, null, null])
})

test('C129 A broker’s rule takes the place of the company’s, paper by paper', async () => {
  await save(COMPANY, { toBill: { pod: 'always', 'rate-confirmation': 'always' } })
  const broker = (await me.post('/api/brokers', makeSample('brokers'))).body
  const { path } = await makeLoad({ brokerId: broker.id })
  const other = await makeLoad()
  await save(ofBroker(broker.id), { toBill: { pod: 'never', 'scale-ticket': 'always' } })
  expect((await readMissing(path))[1]).toBe('rate-confirmation,scale-ticket')
  expect((await readMissing(other.path))[1]).toBe('pod,rate-confirmation')
  await change(other.path, { brokerId: broker.id })
  expect((await readMissing(other.path))[1]).toBe('rate-confirmation,scale-ticket')
  await me.delete(`/api/brokers/${broker.id}`)
  expect((await readMissing(path))[1]).toBe('pod,rate-confirmation')
})

test('C129 Rules are for unpaid loads picked up from their first day on', async () => {
  const old = await makeLoad({ pickupDate: addDays(FIRST_DAY, -1) })
  const paid = await makeLoad({ paymentStatus: 'paid' })
  const open = await makeLoad()
  await save(COMPANY, { toBill: { pod: 'always' } })
  const read = async () =>
    Promise.all([old, paid, open].map(async ({ path }) => (await readMissing(path))[2]))
  expect(await read()).toEqual([null, null, 'pod'])
  await save(COMPANY, { toBill: { pod: 'always' }, firstDay: addDays(FIRST_DAY, -1) })
  expect(await read()).toEqual(['pod', null, 'pod'])
  await change(open.path, { paymentStatus: 'paid' })
  await change(paid.path, { paymentStatus: 'unpaid' })
  expect(await read()).toEqual(['pod', 'pod', null])
  const early = await save(COMPANY, { firstDay: '2020-01-01' })
  expect([early.status, early.body]).toMatchObject([
    400,
    { fields: { firstDay: ['From must be within the last 12 months'] } },
  ])
})

test('C129 To settle, the BOL status counts; to bill, there must be a document', async () => {
  const both = { toSettle: { bol: 'always' }, toBill: { bol: 'always' } }
  await save(COMPANY, both)
  const { path } = await makeLoad()
  expect(await readMissing(path)).toEqual(['bol', 'bol', 'bol'])
  await change(path, { bolStatus: 'received' })
  expect(await readMissing(path)).toEqual([null, 'bol', 'bol'])
  const { body } = await upload(me, `${path}/documents`, { kind: 'pod' })
  expect(await readMissing(path)).toEqual([null, null, null])
  await me.put(`/api/documents/${body.id}`, { verdict: 'sent-back', verdictReason: 'Too dark' })
  expect((await readMissing(path))[1]).toBe('bol')
})

test('C130 The list filters and shows what is missing, and a kept column is not sent', async () => {
  await save(COMPANY, { toBill: { pod: 'always', receipt: 'always' } })
  const { id, path } = await makeLoad({ deliveryStatus: 'delivered' })
  const done = await makeLoad({ deliveryStatus: 'delivered' })
  for (const kind of ['pod', 'receipt'] as const)
    await upload(me, `${done.path}/documents`, { kind })
  const query = 'deliveryStatus=delivered&missingPapers=some&limit=50'
  const { body } = await me.get<Body[]>(`/api/loads?${query}`)
  expect(body.map((load) => [load.id, load.missingPapers])).toEqual([[id, 'pod,receipt']])
  expect((await me.get(`/api/loads/count?${query}`)).body).toEqual({ count: 1 })
  const file = await me.get(`/api/loads/export.csv?${query}`)
  expect(file.text).toContain('Missing Documents')
  await change(path, { missingPapers: null, missingToBill: null })
  expect((await readMissing(path))[2]).toBe('pod,receipt')
})

test('C130 A load restored from the trash has its current missing papers', async () => {
  const { id, path } = await makeLoad()
  await me.delete(path)
  await save(COMPANY, { toBill: { pod: 'always' } })
  const [entry] = (await me.get<Body[]>('/api/trash')).body
  await me.post(`/api/trash/${entry?.id}/restore`)
  expect((await readMissing(`/api/loads/${id}`))[2]).toBe('pod')
})

test('C130 The settlement run names each missing paper as its own cause', async () => {
  await save(COMPANY, { toSettle: { bol: 'never', 'lumper-receipt': 'lumper', pod: 'always' } })
  const truck = (await me.post('/api/trucks', makeSample('trucks'))).body
  const week = { truckId: truck.id, settlementDate: accountDay(), deliveryStatus: 'delivered' }
  const { path } = await makeLoad(week)
  const second = await makeLoad(week)
  await setCharges(path, [{ kind: 'lumper', amount: '180.00' }])
  const causes = async () => {
    const query = `week=${accountDay()}&today=${accountDay()}`
    const { rows } = (await me.get<Run>(`/api/settlements/run?${query}`)).body
    return rows[0]?.exceptions.filter(({ cause }) => cause !== 'no-payee')
  }
  expect(await causes()).toEqual([
    { cause: 'pod', text: 'Missing 2 PODs' },
    { cause: 'lumper-receipt', text: 'Missing 1 lumper receipt' },
  ])
  for (const load of [path, second.path]) await upload(me, `${load}/documents`, { kind: 'pod' })
  expect(await causes()).toEqual([{ cause: 'lumper-receipt', text: 'Missing 1 lumper receipt' }])
})

test('C129 An Admin changes the company’s rules; members who change brokers change theirs', async () => {
  const broker = (await me.post('/api/brokers', makeSample('brokers'))).body
  const statuses: Record<string, number[]> = {}
  for (const role of ['accounting', 'dispatcher', 'safety', 'viewer'] as const) {
    const member = await inviteMember(app, me, role)
    const rules = { firstDay: FIRST_DAY }
    const read = await member.get(COMPANY)
    const company = await member.put(COMPANY, rules)
    const own = await member.put(ofBroker(broker.id), rules)
    statuses[role] = [read.status, company.status, own.status]
  }
  expect(statuses).toEqual({
    accounting: [200, 403, 200],
    dispatcher: [200, 403, 200],
    safety: [200, 403, 403],
    viewer: [200, 403, 403],
  })
  expect((await save(ofBroker(99999999), {})).status).toBe(404)
})

/** Everything that the missing papers of a load depend on. */
type State = {
  company: Record<string, string>
  broker: Record<string, string>
  ofBroker: boolean
  isPaid: boolean
  charges: string[]
  documents: { id: number; kind: DocumentKind; live: boolean }[]
}

function expectMissing({ company, broker, ofBroker: has, isPaid, charges, documents }: State) {
  if (isPaid) return null
  const live: string[] = documents.filter(({ live }) => live).map(({ kind }) => kind)
  const missing = Object.entries({ ...company, ...(has ? broker : {}) }).filter(([kind, rule]) => {
    const needed = rule === 'always' || charges.includes(rule)
    const there = live.includes(kind) || (kind === 'bol' && live.includes('pod'))
    return needed && !there
  })
  return (
    missing
      .map(([kind]) => kind)
      .toSorted()
      .join() || null
  )
}

test('C130 The missing papers follow from rules, charges and documents after any edits', async () => {
  const brokerId = (await me.post('/api/brokers', makeSample('brokers'))).body.id
  const kinds = fc.constantFrom<DocumentKind[]>('bol', 'pod', 'lumper-receipt')
  const rules = fc.dictionary(kinds, fc.constantFrom('always', 'never', 'lumper', 'detention'))
  const step = fc.oneof(
    fc.record({ do: fc.constant('company' as const), rules }),
    fc.record({ do: fc.constant('broker' as const), rules }),
    fc.record({ do: fc.constant('load' as const), ofBroker: fc.boolean(), isPaid: fc.boolean() }),
    fc.record({
      do: fc.constant('charges' as const),
      kinds: fc.subarray(['lumper', 'detention']),
    }),
    fc.record({ do: fc.constant('upload' as const), kind: kinds }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(2) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await save(COMPANY, {})
      await save(ofBroker(brokerId), {})
      const { path } = await makeLoad()
      const state: State = {
        company: {},
        broker: {},
        ofBroker: false,
        isPaid: false,
        charges: [],
        documents: [],
      }
      for (const one of steps) {
        await take(one, path, state)
        expect((await readMissing(path))[1], JSON.stringify(steps)).toBe(expectMissing(state))
      }
    }),
    { numRuns: shortOrLong(4, 60) },
  )

  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  async function take(one: Step, path: string, state: State): Promise<void> {
    if (one.do === 'company') {
      state.company = one.rules
      await save(COMPANY, { toBill: one.rules })
    } else if (one.do === 'broker') {
      state.broker = one.rules
      await save(ofBroker(brokerId), { toBill: one.rules })
    } else if (one.do === 'load') {
      Object.assign(state, one)
      const paymentStatus = one.isPaid ? 'paid' : 'unpaid'
      await change(path, { brokerId: one.ofBroker ? brokerId : null, paymentStatus })
    } else if (one.do === 'charges') {
      state.charges = one.kinds
      await setCharges(
        path,
        one.kinds.map((kind) => ({ kind, amount: '10.00' })),
      )
    } else if (one.do === 'upload') {
      const { body } = await upload(me, `${path}/documents`, { kind: one.kind })
      state.documents.push({ id: body.id, kind: one.kind, live: true })
    } else {
      const document = state.documents.filter(({ live }) => live)[one.at]
      if (!document) return
      document.live = false
      await me.delete(`/api/documents/${document.id}`)
    }
  }
})
