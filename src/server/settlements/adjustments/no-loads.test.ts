import { expect, test } from 'vitest'
import type { Drift } from '#core/settlements/adjustments/drift.ts'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C7 A load added to a statement without loads takes its percentage and amount per load', async () => {
  const carrier = await createTestCarrier(app)
  await carrier.createRule({ description: 'Carrier fee', basis: 'percent', value: '12' })
  await carrier.createRule({ description: 'Per load', basis: 'per-load', value: '25' })
  const { id } = await carrier.settle('2026-11-20')
  expect((await carrier.approve(id)).body).toMatchObject({ status: 'paid', netPayment: '0.00' })
  await carrier.createLoad('2026-11-20', '1000')
  const { body } = await carrier.client.get<Drift[]>('/api/settlements/drift')
  // 1,000.00 less 12% (120.00) and 25.00 for the load.
  expect(body.map(({ net }) => net)).toEqual(['855.00'])
})
