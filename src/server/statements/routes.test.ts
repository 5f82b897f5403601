/** The address of a printed statement. */
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { pdfText } from '#server/testing/pdf-text.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C72 B31 A viewer gets the address of a statement without a change of the settlement', async () => {
  const { client, truckId } = await createCarrierWithOwners(app)
  const viewer = await inviteMember(app, client, 'viewer')
  const settings = (await client.get('/api/team/settings')).body
  await client.put('/api/team/settings', { ...settings, viewerRevenue: true })
  const { id } = (await client.post('/api/billing', { truckId, settlementDate: '2026-10-30' })).body
  const read = async () => (await client.get<Settlement>(`/api/billing/${id}`)).body
  const before = await read()
  const print = `/api/billing/${id}/generate-pdf`
  const pdfUrl = `/api/billing/${id}/statement.pdf`

  expect(await viewer.post(print)).toMatchObject({ status: 200, body: { pdfUrl } })
  expect(await read()).toEqual(before)
  expect((await viewer.post('/api/billing/99999999/generate-pdf')).status).toBe(404)
  expect(await client.post(print)).toMatchObject({ status: 200, body: { pdfUrl } })
  expect((await read()).statementUrl).toBe(pdfUrl)
})

test('C73 The statements of a viewer have no tax ID, and those of Accounting keep their bytes', async () => {
  const { client, ann, truckId, approve } = await createCarrierWithOwners(app)
  const owner = (await client.get(`/api/owners/${ann}`)).body
  await client.put(`/api/owners/${ann}`, { ...owner, taxId: '12-3456789' })
  const viewer = await inviteMember(app, client, 'viewer')
  const accounting = await inviteMember(app, client, 'accounting')
  await client.put('/api/team/settings', { viewerRevenue: true })
  const { id } = (await client.post('/api/billing', { truckId, settlementDate: '2026-10-30' })).body
  const print = async ({ cookie }: Client) => {
    const url = `/api/billing/${id}/statement.pdf`
    return (await app.inject({ method: 'GET', url, headers: { cookie } })).rawPayload
  }
  const text = async (member: Client) => (await pdfText(await print(member))).join('\n')
  for (const freeze of [async () => undefined, () => approve(id)]) {
    await freeze()
    expect(await text(client)).toContain('Tax ID ending in 6789')
    const seen = await text(viewer)
    expect([seen.includes('Ann'), seen.includes('6789'), seen.includes('Tax ID')]).toEqual([
      true,
      false,
      false,
    ])
    expect((await print(accounting)).equals(await print(client))).toBe(true)
  }
})
