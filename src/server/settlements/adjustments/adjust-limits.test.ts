import { expect, test } from 'vitest'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('C16 C17 An adjustment recalculates the deductions that depend on the net', async () => {
  const carrier = await createTestCarrier(app)
  const load = await carrier.createLoad('2026-10-02', '1000')
  const stated = await carrier.settle('2026-10-02')
  await carrier.approve(stated.id)
  const limits = { floor: '500', shortfall: 'later' }
  await carrier.createRule({ truckId: carrier.truckId, value: '400', ...limits })
  await carrier.createLoad('2026-10-09', '1000')
  const draft = await carrier.settle('2026-10-09')
  // 1,000.00 − 400.00, above 500.00.
  expect(draft.netPayment).toBe('600.00')
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '800' })
  expect((await carrier.client.post(`/api/billing/${stated.id}/correct`)).status).toBe(200)
  // 1,000.00 − 200.00 = 800.00: the deduction takes 300.00, so that 500.00 are left.
  expect((await carrier.readSettlement(draft.id)).netPayment).toBe('500.00')
  expect((await carrier.approve(draft.id)).body).toMatchObject({ netPayment: '500.00' })
})

test('C7 C16 Voiding a statement recalculates the draft that had its adjustment', async () => {
  const carrier = await createTestCarrier(app)
  const load = await carrier.createLoad('2026-10-02', '1000')
  const stated = await carrier.settle('2026-10-02')
  await carrier.approve(stated.id)
  await carrier.createRule({
    truckId: carrier.truckId,
    value: '400',
    floor: '500',
    shortfall: 'later',
  })
  await carrier.createLoad('2026-10-09', '1000')
  const draft = await carrier.settle('2026-10-09')
  await carrier.client.put(`/api/loads/${load.id}`, { ...load, revenue: '800' })
  await carrier.client.post(`/api/billing/${stated.id}/correct`)
  expect((await carrier.readSettlement(draft.id)).netPayment).toBe('500.00')
  expect(
    (await carrier.client.post(`/api/billing/${stated.id}/void`, { reason: 'Wrong' })).status,
  ).toBe(200)
  // Without the −200.00 the deduction takes its 400.00 again: 1,000.00 − 400.00.
  expect((await carrier.readSettlement(draft.id)).netPayment).toBe('600.00')
  expect((await carrier.approve(draft.id)).status).toBe(200)
})
