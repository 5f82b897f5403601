import { expect, test } from 'vitest'
import { signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test('B36 A3.settings.1 A7.8 Settings are defaults with id null until they are saved', async () => {
  const me = await signUp(app)
  const before = (await me.get('/api/settings')).body
  expect(before).toMatchObject({
    id: null,
    workWeekStartDay: 0,
    fuelDeductionType: 'percentage',
    fuelDeductionValue: '15.00',
    insuranceDeductionType: 'fixed',
    insuranceDeductionValue: '350.00',
    customDeductions: [],
  })
  const customDeductions = [{ name: 'ELD', type: 'fixed', value: '35' }]
  const saved = await me.post('/api/settings', { companyName: 'Blue Ridge', customDeductions })
  expect(saved.status).toBe(201)
  expect(saved.body.customDeductions).toEqual([{ name: 'ELD', type: 'fixed', value: '35.00' }])
  expect((await me.post('/api/settings', { companyName: 'Again' })).status).toBe(409)
  const changed = await me.put(`/api/settings/${saved.body.id}`, {
    ...saved.body,
    workWeekStartDay: '1',
  })
  expect(changed.body).toMatchObject({ workWeekStartDay: 1, version: 2, companyName: 'Blue Ridge' })
  const stale = await me.put(`/api/settings/${saved.body.id}`, saved.body, { 'if-match': '"1"' })
  expect(stale.status).toBe(412)
  const other = await signUp(app)
  expect((await other.put(`/api/settings/${saved.body.id}`, saved.body)).status).toBe(404)
  expect((await other.get('/api/settings')).body.id).toBeNull()
})

test.each([
  [{ workWeekStartDay: 7 }, 'workWeekStartDay'],
  [{ fuelDeductionType: 'half' }, 'fuelDeductionType'],
  [{ customDeductions: [{ name: '' }] }, 'customDeductions'],
  [{ companyEmail: 'x' }, 'companyEmail'],
])('B36 Settings with %j are rejected at the field', async (sent, field) => {
  const me = await signUp(app)
  const { status, body } = await me.post('/api/settings', { companyName: 'A', ...sent })
  expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]])
})
