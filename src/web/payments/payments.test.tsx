import { expect, test } from 'vitest'
import type { PaymentDetails } from '#core/payments/responses.ts'
import { createDraft } from '#web/testing/settlements.ts'
import { call, enter, findText, findToast, open, press } from '#web/testing/page.tsx'
import { today } from '#web/api/today.ts'

test('C315 The undo of a repayment asks before it changes a past year', async () => {
  await enter()
  const december = `${Number(today().slice(0, 4)) - 1}-12-22`
  const { billing } = await createDraft()
  const step = (name: string, body: object) => call('POST', `/api/billing/${billing}/${name}`, body)
  await step('approve', { approvedOn: december, confirmed: ['approvedOn'] })
  await step('pay', { paidOn: december, paymentMethod: 'ach', confirmed: ['paidOn'] })
  await step('void', { reason: 'Wrong rate', cash: 'kept' })
  const [payment] = (await call('GET', '/api/payments')) as PaymentDetails[]
  const path = `/api/payments/${payment?.id}`
  const closing = { kind: 'repayment', day: december, amount: '1000', reason: 'Returned' }
  await call('POST', `${path}/closings`, { ...closing, confirmed: ['day', 'year'] })
  await open(`/payments?open=${payment?.id}`)
  await press('Undo')
  await findText(/1099 figure from \$0\.00 to \$1,000\.00\. Continue\?/)
  await press('Confirm')
  await findToast('Undone')
  expect((await call('GET', path)) as PaymentDetails).toMatchObject({ closings: [] })
})
