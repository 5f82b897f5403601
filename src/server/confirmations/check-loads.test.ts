/** The settlement run compares loads with their rate confirmations (SPEC C126). */
import { expect, test } from 'vitest'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import type { Run } from '#core/settlements/run/run.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATE = '2026-11-20'

async function listExceptions(client: Client, wanted: string) {
  const path = `/api/settlements/run?today=2026-11-25&week=${DATE}`
  const { rows } = (await client.get<Run>(path)).body
  return rows.flatMap(({ exceptions }) =>
    exceptions.filter(({ cause }) => cause === wanted).map(({ text }) => text),
  )
}

test('C126 The settlement run counts the loads that differ from their confirmation', async () => {
  const carrier = await createTestCarrier(app)
  const BOX = { x: 0, y: 0, width: 1, height: 1 }
  const confirm = async (loadId: number, total: string, replaces?: number) => {
    const query = replaces === undefined ? {} : { replaces }
    const path = `/api/loads/${loadId}/documents`
    const { id } = (await upload(carrier.client, path, { kind: 'rate-confirmation', ...query }))
      .body
    const fields = { total: { value: total, page: 0, box: BOX, words: total } }
    await carrier.client.put(
      `/api/documents/${id}/reading`,
      toKeptReading({ layout: null, fields }, {}),
    )
    return id
  }
  const differing = () => listExceptions(carrier.client, 'confirmation')
  const first = await carrier.createLoad(DATE, '1000')
  const second = await carrier.createLoad(DATE, '500')
  expect(await differing()).toEqual([])
  const paper = await confirm(first.id, '1000.00')
  await confirm(second.id, '500.00')
  expect(await differing()).toEqual([])
  await confirm(first.id, '1100.00', paper)
  expect(await differing()).toEqual(['1 load differs from the rate confirmation'])
  const unread = (
    await upload(carrier.client, `/api/loads/${first.id}/documents`, { kind: 'rate-confirmation' })
  ).body
  expect(await differing()).toEqual([])
  await carrier.client.delete(`/api/documents/${unread.id}`)
  expect(await differing()).toEqual(['1 load differs from the rate confirmation'])
  const charges = [
    { kind: 'line-haul', amount: '1000.00' },
    { kind: 'lumper', amount: '100.00', ownerShare: 'none' },
  ]
  const saved = await carrier.client.put(`/api/loads/${first.id}/charges`, { charges })
  expect(saved.status).toBe(200)
  expect(await differing()).toEqual([])
})

test('C155 The settlement run names loads whose newest confirmation is not read', async () => {
  const { client, createLoad } = await createTestCarrier(app)
  const unread = () => listExceptions(client, 'confirmation-unread')
  const load = await createLoad(DATE, '1000')
  const documents = `/api/loads/${load.id}/documents`
  await upload(client, documents, { kind: 'bol' })
  expect(await unread()).toEqual([])
  const { id } = (await upload(client, documents, { kind: 'rate-confirmation' })).body
  const number = String(load.loadId)
  expect(await unread()).toEqual([`Load ${number} has a rate confirmation that is not read`])
  const keep = (fields: object, isScan: boolean) =>
    client.put(`/api/documents/${id}/reading`, toKeptReading({ layout: null, fields }, {}, isScan))
  await keep({}, true)
  expect(await unread()).toEqual([
    `Load ${number} has a scanned rate confirmation whose total is not read`,
  ])
  await keep({}, false)
  expect(await unread()).toEqual([
    `Load ${number} has a rate confirmation whose total is not clear`,
  ])
  const type = (total: string | null) => client.put(`/api/documents/${id}/total`, { total })
  expect((await type('1000.00')).status).toBe(204)
  expect(await unread()).toEqual([])
  await type('1200.00')
  expect([await unread(), await listExceptions(client, 'confirmation')]).toEqual([
    [],
    ['1 load differs from the rate confirmation'],
  ])
  await upload(client, documents, { kind: 'rate-confirmation', replaces: id })
  expect(await unread()).toEqual([`Load ${number} has a rate confirmation that is not read`])
})
