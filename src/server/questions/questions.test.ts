/** Questions of payees about their statements, and the office's answers. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { OwnBell, OwnPrintedStatement } from '#core/portal/responses.ts'
import {
  MAX_OPEN_OF_PAYEE,
  MAX_OPEN_QUESTIONS,
  type LineQuestion,
  type OwnQuestion,
  type OfficeQuestion,
} from '#core/questions/line-questions.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { readAccountId, testApp, type Body } from '#server/testing/test-app.ts'
import { waitUntilBlocked } from '#server/testing/waiting.ts'
import { addQuestion } from './store.ts'

const { app, database } = await testApp()
let carrier: PortalCarrier
beforeAll(async () => {
  carrier = await portalCarrier(app)
})

const ask = (key: string, text: string, id = carrier.paid, headers = {}) =>
  carrier.owner.post<LineQuestion>(`/api/portal/statements/${id}/questions`, { key, text }, headers)

const answer = (id: number, text: string) =>
  carrier.client.post<OfficeQuestion>(`/api/questions/${id}/answer`, { text })

const readOpen = async () => (await carrier.client.get<OfficeQuestion[]>('/api/questions')).body

async function findLineKey(label: string): Promise<string> {
  const { body } = await carrier.owner.get<OwnPrintedStatement>(
    `/api/portal/statements/${carrier.paid}?language=es`,
  )
  const lines = body.printed.sections.flatMap((section) => section.lines)
  return lines.find((line) => line.label === label)?.key ?? ''
}

test('C79 A question about a line reaches the office, and the answer reaches the payee', async () => {
  const key = await findLineKey('Peajes')
  const { status, body } = await ask(key, 'Which toll was this?')
  expect([status, body.line, body.answer]).toEqual([201, 'Tolls, $12.50', null])
  const open = await readOpen()
  expect(open).toMatchObject([
    {
      id: body.id,
      billingId: carrier.paid,
      number: 1,
      payeeName: 'Ann',
      text: 'Which toll was this?',
    },
  ])
  expect((await answer(body.id, 'The Ohio turnpike')).body.answer).toBe('The Ohio turnpike')
  expect(await readOpen()).toEqual([])
  const own = await carrier.owner.get<LineQuestion[]>('/api/portal/questions')
  expect(own.body).toMatchObject([{ id: body.id, key, answer: 'The Ohio turnpike' }])
  const { questions } = (
    await carrier.owner.get<OwnPrintedStatement>(`/api/portal/statements/${carrier.paid}`)
  ).body
  expect(questions).toEqual(own.body)
  const path = `/api/questions?billingId=${carrier.paid}`
  expect((await carrier.client.get<OfficeQuestion[]>(path)).body).toHaveLength(1)
})

test('C79 A question is answered once', async () => {
  const { body } = await ask('statement', 'When is it paid?')
  expect((await answer(body.id, ' ')).status).toBe(400)
  expect((await answer(body.id, 'Friday')).status).toBe(200)
  expect(await answer(body.id, 'Monday')).toMatchObject({
    status: 409,
    body: { message: 'This question was already answered' },
  })
  expect((await answer(99_999_999, 'Monday')).status).toBe(404)
})

test('C79 A question names a line of the statement and has a text', async () => {
  expect((await ask('line-99999999', 'Why?')).body).toMatchObject({
    fields: { key: ['This statement has no such line'] },
  })
  expect((await ask('statement', ' ')).body).toMatchObject({
    fields: { text: ['Enter a question'] },
  })
})

test('C79 The questions about a line are a conversation, the oldest first', async () => {
  const texts = ['Which toll?', 'And why twice?', 'Will it be corrected?']
  for (const text of texts) {
    const { id } = (await ask('statement', text, carrier.approved)).body
    await answer(id, `Answer to ${text}`)
  }
  const path = `/api/portal/statements/${carrier.approved}`
  const { questions } = (await carrier.owner.get<OwnPrintedStatement>(path)).body
  expect(questions.map(({ text }) => text)).toEqual(texts)
  const latest = (await carrier.owner.get<OwnQuestion[]>('/api/portal/questions')).body
  expect(latest.slice(0, 3).map(({ text }) => text)).toEqual(texts.toReversed())
})

test('C79 A question that is sent again is stored once', async () => {
  const headers = { 'idempotency-key': 'asked-once' }
  const [first, second] = [
    await ask('statement', 'Twice?', carrier.paid, headers),
    await ask('statement', 'Twice?', carrier.paid, headers),
  ]
  expect(second.body).toEqual(first.body)
  await answer(first.body.id, 'Once')
})

test('C79 Questions of another payee or account are not shown and not answered', async () => {
  const { body } = await ask('statement', 'Only for Ann')
  expect((await carrier.driver.get('/api/portal/questions')).body).toEqual([])
  const other = await portalCarrier(app)
  expect((await other.client.get<OfficeQuestion[]>('/api/questions')).body).toEqual([])
  expect(
    (await other.client.post(`/api/questions/${body.id}/answer`, { text: 'Mine' })).status,
  ).toBe(404)
  expect((await carrier.owner.get('/api/questions')).status).toBe(403)
  await answer(body.id, 'Yes')
})

const askMany = async (count: number, id: number) =>
  (await Promise.all(Array.from({ length: count }, (_, n) => ask('statement', `${n}?`, id)))).map(
    ({ status }) => status,
  )

test("C86 The office's answer is in the bell of the person who asked until it is read", async () => {
  const readBell = async (client = carrier.owner) =>
    (await client.get<OwnBell>('/api/portal/bell')).body
  const other = await inviteMember(app, carrier.client, 'owner', { ownerId: carrier.ann })
  const { body } = await ask('statement', 'And the escrow?', carrier.voided)
  expect(await readBell()).toMatchObject({ answers: expect.any(Number) })
  const before = (await readBell()).answers
  expect((await carrier.owner.post(`/api/portal/questions/${body.id}/read`)).status).toBe(404)
  await answer(body.id, `On the next one. ${'x'.repeat(500)}`)
  const bell = await readBell()
  expect(bell.answers).toBe(before + 1)
  expect(bell.entries[0]).toMatchObject({
    id: body.id,
    billingId: carrier.voided,
    number: body.number,
  })
  expect(bell.entries[0]?.answer).toHaveLength(160)
  const readUnread = async (client = carrier.owner) => {
    const { questions } = (
      await client.get<OwnPrintedStatement>(`/api/portal/statements/${carrier.voided}`)
    ).body
    return questions.filter(({ unread }) => unread).map(({ id }) => id)
  }
  expect([await readUnread(), await readUnread(other)]).toEqual([[body.id], []])
  expect((await readBell(other)).answers).toBe(0)
  for (const client of [other, carrier.driver, carrier.client])
    expect((await client.post(`/api/portal/questions/${body.id}/read`)).status).not.toBe(204)
  expect((await carrier.owner.post(`/api/portal/questions/${body.id}/read`)).status).toBe(204)
  expect([(await readBell()).answers, await readUnread()]).toEqual([before, []])
  const own = (await carrier.owner.get<OwnQuestion[]>('/api/portal/questions')).body
  expect(own.find(({ id }) => id === body.id)?.unread).toBe(false)
  const log = await carrier.client.get<Body[]>(`/api/audit?subject=questions&subjectId=${body.id}`)
  expect(log.body.map(({ action }) => action)).toEqual(['changed', 'created'])
})

test('C79 A statement has at most 20 open questions, even if requests arrive at once', async () => {
  await askMany(MAX_OPEN_QUESTIONS - 1, carrier.approved)
  const userId = await readAccountId(carrier.client)
  const last = {
    billingId: carrier.approved,
    payee: `owner:${carrier.ann}`,
    number: 2,
    truck: 'T',
    payeeName: null,
    key: 'statement',
    line: 'Statement',
    text: 'Last?',
    askedBy: randomUUID(),
  }
  const { second } = await inTransaction(database, async (work) => {
    await addQuestion(work, userId, last)
    const waiting = ask('statement', 'Too late?', carrier.approved)
    await waitUntilBlocked(database, 1)
    return { second: waiting }
  })
  expect((await second).status).toBe(409)
  expect((await ask('statement', 'One more?', carrier.approved)).body).toMatchObject({
    message: 'This statement has 20 unanswered questions. Wait for an answer first.',
  })
})

test('C79 A payee has at most 40 open questions, and the office reads them in pages', async () => {
  await askMany(MAX_OPEN_QUESTIONS - 2, carrier.paid)
  const statuses = await askMany(6, carrier.voided)
  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect((await ask('statement', 'One more?', carrier.voided)).body).toMatchObject({
    message: 'You have 40 unanswered questions. Wait for an answer first.',
  })
  const ofDan = { key: 'statement', text: 'Mine?' }
  for (let n = 0; n < 15; n++) {
    const path = `/api/portal/statements/${carrier.ofDan}/questions`
    expect((await carrier.driver.post(path, ofDan)).status).toBe(201)
  }
  const first = await carrier.client.get<OfficeQuestion[]>('/api/questions')
  const path = `/api/questions?after=${first.body.at(-1)?.id}`
  const second = await carrier.client.get<OfficeQuestion[]>(path)
  expect([first.body.length, second.body.length]).toEqual([50, 5])
  expect([first, second].map(({ headers }) => headers['x-total-count'])).toEqual(['55', '55'])
  const ids = [...first.body, ...second.body].map(({ id }) => id)
  expect(new Set(ids).size).toBe(MAX_OPEN_OF_PAYEE + 15)
  expect((await carrier.client.get('/api/questions?after=x')).status).toBe(400)
})
