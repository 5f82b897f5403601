/** The address of a printed statement. */
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { owning } from '#server/testing/owning.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C72 B31 A viewer gets the address of a statement without a change of the settlement', async () => {
  const { me, truckId } = await owning(app)
  const viewer = await inviteMember(app, me, 'viewer')
  const settings = (await me.get('/api/team/settings')).body
  await me.put('/api/team/settings', { ...settings, viewerRevenue: true })
  const { id } = (await me.post('/api/billing', { truckId, settlementDate: '2026-10-30' })).body
  const read = async () => (await me.get<Settlement>(`/api/billing/${id}`)).body
  const before = await read()
  const print = `/api/billing/${id}/generate-pdf`
  const pdfUrl = `/api/billing/${id}/statement.pdf`

  expect(await viewer.post(print)).toMatchObject({ status: 200, body: { pdfUrl } })
  expect(await read()).toEqual(before)
  expect((await viewer.post('/api/billing/99999999/generate-pdf')).status).toBe(404)
  expect(await me.post(print)).toMatchObject({ status: 200, body: { pdfUrl } })
  expect((await read()).statementUrl).toBe(pdfUrl)
})
