import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  call,
  create,
  enter,
  enterCompany,
  fill,
  findButton,
  findField,
  findNoText,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'
import { createDraft, openSaved, readAmount } from '#web/testing/settlements.ts'

const approve = (billing: number) => call('POST', `/api/billing/${billing}/approve`)
const expectAmount = (category: string, amount: string) =>
  waitFor(async () => expect(await readAmount(category)).toBe(amount))

test('C94 A void is undone from its toast, and the new draft is approved with two clicks', async () => {
  await enter()
  const other = { other: '85', otherReason: 'Cargo claim 881' }
  const { truckId, billing } = await createDraft({ fuel: '100', ...other })
  await approve(billing)
  await openSaved(truckId)
  await press('Void')
  await fill({ Reason: 'Wrong statement' })
  await press('Void Statement')
  await press('Settle Again', await findToast('Statement voided'))
  await findText('All figures are the same.', await findToast('Statement 1 settled again'))
  await press('Approve')
  await findToast('Statement 2 approved')
  await findText('$815.00 due. Locked.')

  await open(`/settlements/statements/${billing}`)
  await user.click(await screen.findByRole('link', { name: 'statement #2' }))
  await screen.findByRole('heading', { name: 'Statement #2' })
})

test('C94 The page of a void statement lists what differs in its new draft', async () => {
  await enter()
  const { billing } = await createDraft({ fuel: '100' })
  await approve(billing)
  await call('POST', `/api/billing/${billing}/void`, { reason: 'Wrong statement' })
  const fee = { description: 'Fee', category: 'other', basis: 'percent', value: '12' }
  await create('deduction-rules', fee)
  await open(`/settlements/statements/${billing}`)
  await press('Settle Again')
  const dialog = await screen.findByRole('dialog', { name: 'Statement 1 settled again' })
  // 12% of 1,000.00
  await findText('Fee -$120.00 now (was $0.00)', dialog)
  await findText('Net $780.00 now (was $900.00)', dialog)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog.isConnected).toBe(false))
})

test('C3 C5 An error that says what to do first stays on the screen', async () => {
  await enter()
  await enterCompany()
  const { truckId, billing } = await createDraft()
  const escrow = { description: 'Escrow', category: 'other', basis: 'fixed', value: '100' }
  const rule = await create('deduction-rules', { ...escrow, balance: 'escrow', total: '100' })
  await call('POST', `/api/billing/${billing}/apply-rules`)
  const settlementDate = '2026-11-27'
  await create('loads', { ...makeSample('loads', 2), truckId, settlementDate })
  const later = await create('billing', { truckId, settlementDate })
  await create(`billing/${later.id}/balances/${rule.id}/refunds`, { amount: '100' })
  await open(`/settlements?truck=${truckId}&date=2026-11-27`)
  await press('Approve')
  const main = await screen.findByRole('main')
  await findText(/Approve the 11\/20\/2026 settlement first; it also changes .Escrow./, main)
  await approve(billing)
  await press('Approve')
  await findToast('Statement 2 approved')
  await findNoText('Approve the 11/20/2026 settlement first', main)

  await openSaved(truckId)
  await press('Void')
  await fill({ Reason: 'Wrong truck' })
  await press('Void Statement')
  await findText(
    'Statement 2 refunds this deduction',
    await screen.findByRole('dialog', { name: 'Void Statement 1' }),
  )
})

test("C3 A payment form starts with the owner's method and shows amount and payee", async () => {
  await enter()
  const owner = await create('owners', { ...makeSample('owners', 1), paymentMethod: 'wire' })
  const { truckId, billing } = await createDraft({}, { ownerId: owner.id })
  await approve(billing)
  await openSaved(truckId)
  await press('Pay')
  const form = await screen.findByRole('dialog', { name: 'Pay Statement 1' })
  await findText(`$1,000.00 to ${String(owner.name)}`, form)
  expect((await findField('Payment Method')).value).toBe('wire')
})

test('C5 The truck and the settlement show balances, and a draft can refund them', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks', 1))
  await create('loads', { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' })
  const escrow = { description: 'Escrow', category: 'other', basis: 'fixed', value: '100' }
  const rule = { ...escrow, balance: 'escrow', total: '500', truckId: truck.id }
  await create('deduction-rules', rule)
  await create('billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  await openSaved(truck.id)
  await findText('Held $100.00 of $500.00 ($100.00 this settlement)')
  await press('Refund Escrow')
  await fill({ Amount: '40' })
  await press('Save')
  await findText('Held $60.00 of $500.00 ($60.00 this settlement)')
  await expectAmount('Other', '60.00')
  await open('/trucks')
  await press('Edit T-1')
  await findText('Held $60.00 of $500.00')
})

test('C7 C17 A changed load and the lines of its adjustment are shown before it is added', async () => {
  await enter()
  const fee = { category: 'other', description: 'Carrier fee', basis: 'percent', value: '12' }
  await create('deduction-rules', fee)
  const { truckId, billing } = await createDraft()
  await approve(billing)
  const [load] = await call<{ id: number }[]>('GET', '/api/loads')
  await call('PUT', `/api/loads/${load?.id}?settled=leave`, { ...load, revenue: '900' })
  await openSaved(truckId)
  await findText('Load L-1 changed from $1,000.00 to $900.00 after statement 1')
  await findText('12% × $900.00, was 12% × $1,000.00')
  await screen.findByRole('row', { name: 'Change in net -$88.00' })
  const key = { truckId, settlementDate: '2026-11-27' }
  await create('loads', { ...makeSample('loads', 2), ...key })
  await create('billing', key)
  await open(`/settlements?truck=${truckId}&date=2026-11-27`)
  const add = await findButton('Adjust on Next Settlement')
  await user.click(add)
  await findToast('Adjustment added to the next settlement')
  // 12% of $2,400.00 is $288.00; $100.00 of revenue less $12.00 of the fee.
  await expectAmount('Other', '376.00')
  await waitFor(() => expect(add.isConnected).toBe(false))
})

test('C9 The year-end has a line per payee that opens statements and payments', async () => {
  await enter()
  const { billing } = await createDraft({ fuel: '100' })
  await approve(billing)
  const payment = { paidOn: '2026-11-25', paymentMethod: 'ach', confirmed: ['paidOn'] }
  await call('POST', `/api/billing/${billing}/pay`, payment)
  setClock('2026-12-01T12:00:00')
  await open('/settlements')
  const [link] = await screen.findAllByRole('link', { name: 'Year-End' })
  if (link) await user.click(link)
  await screen.findAllByRole('cell', { name: '$900.00' })
  await findText('Below $2,000')
  const payee = await screen.findByRole('cell', { name: /Łukasz Nguyễn/ })
  await user.click(within(payee).getByRole('button'))
  await screen.findAllByRole('cell', { name: '11/25/2026' })
  await findText('Loads by delivery date')
  await press('Tax Preparer File')
  await findText('This file contains tax IDs.')
  await press('Cancel')
  await press('Previous year')
  await findText('No statements in 2025.')
})

test.each([
  [200, {}, "PDF generated but couldn't open", 'Please check the settlements folder'],
  [409, { message: 'Not today' }, 'Failed to generate PDF invoice', 'Not today'],
])(
  'A8.settlement.6 A8.settlement.7 A PDF with the answer %i has a message',
  async (status, body, title, text) => {
    await enter()
    const { truckId } = await createDraft()
    await openSaved(truckId)
    answer('POST', /generate-pdf$/, status, body)
    await press('Dismiss')
    await press('Generate PDF Invoice')
    await findText(text, await findToast(title))
  },
)
