import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  fill,
  findButton,
  findText,
  open,
  press,
  setClock,
} from '#web/testing/page.tsx'

test('C21 The interest of a quarter is shown with its computation and posted once', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks'))
  const rule = { category: 'other', basis: 'fixed', truckId: truck.id, description: 'Escrow' }
  await create('deduction-rules', { ...rule, balance: 'escrow', value: '1000', total: '1000' })
  const key = { truckId: truck.id, settlementDate: '2024-02-02' }
  await create('loads', { ...makeSample('loads'), ...key, revenue: '3000' })
  const { id } = await create('billing', { ...key, startFromDefaults: true })
  await call('POST', `/api/billing/${id}/approve`)

  setClock('2024-04-05T12:00:00')
  await open('/settlements/balances')
  // 2/2 to 3/31/2024 are 59 days of 1,000.00: the average of 91 days is 648.35.
  await findText(/Average daily balance \$648.35/)
  const post = await findButton('Post Q1 2024 Interest')
  await press('Post Q1 2024 Interest')
  await findText(/is required|must be/)
  const rate = await screen.findByLabelText(/^13-Week Treasury Bill Rate on 1\/1\/2024 \(%\)/)
  expect(rate.tagName).toBe('INPUT')
  await fill({ '13-Week Treasury Bill Rate on 1/1/2024 \\(%\\)': '5.4' })
  await press('Post Q1 2024 Interest')
  // 59,000.00 × 5.4 % ÷ 365 = 8.7287 …
  await findText(/Posted \$8.73 at 5.4%/)
  await findText(/Held \$1,008.73 of \$1,000.00/)
  await waitFor(() => expect(post.isConnected).toBe(false))
})
