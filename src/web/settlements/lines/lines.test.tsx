/** Deductions, reimbursements, extra pay and reasons on a draft. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  enterCompany,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'
import { createDraft, openSaved, readAmount } from '#web/testing/settlements.ts'

const expectAmount = (category: string, amount: string) =>
  waitFor(async () => expect(await readAmount(category)).toBe(amount))

/** Clicks the last button with this name: the form opened last. */
async function pressLast(name: string): Promise<void> {
  const found = (await screen.findAllByRole('button', { name })).at(-1)
  if (found) await user.click(found)
}

async function pressFirst(name: string): Promise<void> {
  const [found] = await screen.findAllByRole('button', { name })
  if (found) await user.click(found)
}

test("C1 A category's amount is the total of its lines, and unsaved edits stay", async () => {
  await enter()
  const { truckId, billing } = await createDraft({ fuel: '100' })
  await openSaved(truckId)
  await fill({ Tolls: '7.25' })
  await press('Fuel: 1 deduction')
  await findText('Manual entry')
  await press('Add Fuel Deduction')
  await fill({ Description: 'Loves #331', Quantity: '120.5', Rate: '3.89' })
  await pressLast('Save')
  await findToast('Deduction added successfully')
  await findText('11/20/2026 · 120.5 × $3.89')
  const saved = await call('GET', `/api/billing/${billing}`)
  expect(saved).toMatchObject({ fuel: '568.75', tolls: '0.00' })
  await expectAmount('Fuel', '568.75')
  expect(await readAmount('Tolls')).toBe('7.25')

  await press('Delete Loves #331')
  await press('Delete')
  await findToast('Deduction deleted successfully')
  await expectAmount('Fuel', '100.00')
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
  await findButton('Tolls: 1 deduction')
})

test('C1 An "Other" deduction needs a description', async () => {
  await enter()
  const { truckId } = await createDraft()
  await openSaved(truckId)
  await press('Other: No deductions')
  await press('Add Other Deduction')
  await fill({ Amount: '$38.50' })
  await pressLast('Save')
  await findText(/Enter a description/)
  await fill({ Description: 'ELD subscription' })
  await pressLast('Save')
  await findToast('Deduction added successfully')
  await expectAmount('Other', '38.50')
})

test('C2 A deduction without a balance ignores the hidden total', async () => {
  await enter()
  await open('/settings/deductions')
  await press('Add Recurring Deduction')
  await fill({ Description: 'Tablet', 'Amount or Rate': '10' })
  const balance = await findField('Balance Type')
  await user.selectOptions(balance, 'loan')
  await fill({ 'Total Amount': 'two hundred' })
  await user.selectOptions(balance, 'none')
  await waitFor(() => expect(screen.queryByLabelText(/^Total Amount/)).toBe(null))
  await pressLast('Save')
  await findText('$10.00 per settlement')
})

test('C2 Recalculating adds a new recurring deduction and keeps unsaved edits', async () => {
  await enter()
  const { truckId } = await createDraft()
  const advance = { category: 'other', description: 'Advance', basis: 'fixed', value: '100' }
  await create('deduction-rules', { ...advance, balance: 'advance', total: '250' })
  await openSaved(truckId)
  await fill({ Tolls: '5' })
  await press('Recalculate Deductions')
  await expectAmount('Other', '100.00')
  expect(await readAmount('Tolls')).toBe('5.00')
  await findText('Owed $150.00 of $250.00')
})

test('C2 A truck’s advance needs a total, and its first installment is on the next settlement', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks', 1))
  await create('loads', { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' })
  await open('/trucks')
  await press('Edit T-1')
  await press('Add Recurring Deduction')
  await fill({ Description: 'Cash advance', 'Amount or Rate': '$100' })
  await user.selectOptions(await findField('Balance Type'), 'advance')
  await pressLast('Save')
  await findText('Enter a total greater than $0')
  await fill({ 'Total Amount': '250' })
  await pressLast('Save')
  await findText('$100.00 per settlement · advance, up to $250.00')
  await open(`/settlements?truck=${truck.id}&date=2026-11-20`)
  await findText(/Cash advance \(installment 1 of 3/)
  await expectAmount('Other', '100.00')
})

test('C18 C105 C355 Extra pay is entered as pay, and the summary goes from gross pay to the net', async () => {
  await enter()
  const { truckId, billing } = await createDraft({ fuel: '100' })
  await openSaved(truckId)
  await pressFirst('Add Extra Pay')
  const types = within(await screen.findByLabelText(/^Type/)).getAllByRole('option')
  expect(types.map(({ textContent }) => textContent)).toEqual(['Bonus', 'Other'])
  await fill({ Quantity: '3', Rate: '50' })
  await pressLast('Save')
  await findToast('Extra Pay added successfully')
  await findText('Extra pay: Bonus · 11/20/2026 · 3 × $50.00')
  await findText('net of $150.00 extra pay')
  const summary = within(await screen.findByRole('region', { name: 'Summary' }))
  const figures = summary.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(figures.slice(0, 6)).toEqual([
    '$1,000.00',
    '$150.00',
    '$1,150.00',
    '$100.00',
    '$1,050.00',
    '-$50.00',
  ])
  expect(await call('GET', `/api/billing/${billing}`)).toMatchObject({
    extraPay: '150.00',
    grossPay: '1150.00',
    netPayment: '1050.00',
  })

  await pressFirst('Edit Bonus')
  expect(await readAmount('Amount')).toBe('150.00')
  await fill({ Quantity: '', Amount: '-20' })
  await pressLast('Save')
  await findText('Amount must be more than $0.00')
  await fill({ Amount: '175' })
  await pressLast('Save')
  await findToast('Extra Pay updated successfully')
})

test('C18 A reimbursement is entered as a positive amount beside the deductions', async () => {
  await enter()
  const { truckId, billing } = await createDraft()
  await openSaved(truckId)
  await press('Tolls: No deductions')
  await press('Add Tolls Reimbursement')
  await fill({ Description: 'Toll refund', Amount: '12.50' })
  await pressLast('Save')
  await findToast('Reimbursement added successfully')
  await findText('Reimbursement · 11/20/2026')
  const saved = await call('GET', `/api/billing/${billing}`)
  expect(saved).toMatchObject({ tolls: '-12.50', extraPay: '0.00', netPayment: '1012.50' })
})

test('C19 An amount typed for "Other" asks for its reason next to the field', async () => {
  await enter()
  await enterCompany()
  const { truckId } = await createDraft()
  await openSaved(truckId)
  await fill({ Other: '500' })
  await findField('Reason for Other')
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
  await press('Approve')
  await findText(/is for before approving/)
  await fill({ 'Reason for Other': 'Cargo claim' })
  await press('Update Settlement Data')
  await findToast('Settlement updated successfully')
  await openSaved(truckId)
  await expectAmount('Reason for Other', 'Cargo claim')
})
