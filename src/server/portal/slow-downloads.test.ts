/** Clients that read slowly hold up neither other people of the portal nor the office (SPEC S29, C111). */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OwnLoads } from '#core/portal/responses.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { upload } from '#server/testing/documents/uploads.ts'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app, database } = await testApp()
let carrier: PortalCarrier
beforeAll(async () => {
  carrier = await portalCarrier(app)
})

const ZIP = '/api/portal/year/statements.zip?year=2026'
const OFFICE_ZIP = '/api/settlements/run/statements.zip?week=2026-10-30'

/** A download whose client has not read anything yet. */
async function openSlowly({ cookie }: Client, url: string) {
  const response = await app.inject({ url, headers: { cookie }, payloadAsStream: true })
  return {
    status: response.statusCode,
    readAll: async () => (await buffer(response.stream())).length,
  }
}

const statusOf = async (client: Client, url: string) => (await client.get(url)).status

/** Adds paid statements, so that the ZIP does not fit into the buffers on its way. */
async function payMore(weeks: number): Promise<void> {
  for (let week = 0; week < weeks; week++) {
    const date = new Date(Date.UTC(2026, 0, 2 + 7 * week)).toISOString().slice(0, 10)
    await carrier.createLoad(date)
    const { id } = await carrier.settle(date)
    await carrier.approve(id)
    await carrier.pay(id)
  }
}

/** Transactions that a client keeps open. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
    database,
  )
  return rows[0]?.count ?? 0
}

test('S29 C78 A slow ZIP of a truck owner holds no connection and blocks no one', async () => {
  await payMore(12)
  const slow = await openSlowly(carrier.owner, ZIP)
  expect([slow.status, await statusOf(carrier.owner, ZIP)]).toEqual([200, 429])
  expect(await countWaiting()).toBe(0)
  expect(await statusOf(carrier.driver, ZIP)).toBe(200)
  const ofOffice = [
    await openSlowly(carrier.client, OFFICE_ZIP),
    await openSlowly(carrier.client, OFFICE_ZIP),
  ]
  expect(ofOffice.map(({ status }) => status)).toEqual([200, 200])
  for (const download of [slow, ...ofOffice]) expect(await download.readAll()).toBeGreaterThan(0)
  expect(await statusOf(carrier.owner, ZIP)).toBe(200)
})

test('S29 C111 Slow downloads of papers in the portal leave the office its own', async () => {
  const { loads } = (await carrier.owner.get<OwnLoads>('/api/portal/loads')).body
  const path = `/api/loads/${loads[0]?.id}/documents`
  const { body } = await upload(carrier.client, path, { file: makePdf({ padding: 2_000_000 }) })
  const own = `/api/portal/documents/${body.id}/file`
  const slow = [1, 2, 3].map(() => openSlowly(carrier.owner, own))
  const opened = await Promise.all(slow)
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await statusOf(carrier.owner, own)).toBe(429)
  const office = await Promise.all(
    Array.from({ length: 6 }, () => openSlowly(carrier.client, `/api/documents/${body.id}/file`)),
  )
  expect(office.map(({ status }) => status)).toEqual(Array(6).fill(200))
  for (const download of [...opened, ...office])
    expect(await download.readAll()).toBeGreaterThan(2_000_000)
  expect(await statusOf(carrier.owner, own)).toBe(200)
})
