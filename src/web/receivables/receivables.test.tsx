import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import { call, create, enter, findText, findToast, open, press } from '#web/testing/page.tsx'

const TODAY = new Date().toLocaleDateString('en-CA')

test('C206 The form of a load warns above the credit limit, and still saves', async () => {
  await enter()
  const { brokerId, loads } = await createDelivered(2)
  await createApproved(brokerId, loads.slice(0, 1), addDays(TODAY, -50))
  const broker = await call<object>('GET', `/api/brokers/${brokerId}`)
  await call('PUT', `/api/brokers/${brokerId}`, { ...broker, creditLimit: '2000.00' })
  const load = { ...makeSample('loads', 9), brokerId, revenue: '2000.00' }
  const { id } = await create('loads', load)
  await open(`/loads?edit=${id}`)
  await findText('Over the credit limit of $2,000.00')
  await press('Save')
  await findToast('Load updated successfully')
  expect(await call('GET', `/api/loads/${id}`)).toMatchObject({ revenue: '2000.00', brokerId })
})
