/** Loads that are billed by keyboard, and invoices that are edited, credited and billed again. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BROKER_RECORD } from '#core/receivables/broker-record.ts'
import { readLinkedFile } from '#web/testing/files.ts'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import { check, follow } from '#web/testing/loads.ts'
import {
  call,
  enter,
  enterCompany,
  fill,
  findField,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

/** Signs up, and approves an invoice of one load of $1,000.00. */
async function enterWithInvoice(): Promise<{ invoiceId: number; loadId: number }> {
  await enter()
  const { brokerId, loads } = await createDelivered(1)
  const invoiceId = await createApproved(brokerId, loads)
  return { invoiceId, loadId: loads[0] ?? 0 }
}

test('C173 The arrow keys, Space and Shift select loads of a broker', async () => {
  await enter()
  await createDelivered(6)
  await open('/invoices')
  await findText('0 of 6 selected')
  await user.keyboard('j ')
  await findText('1 of 6 selected')
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  await findText('3 of 6 selected')
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await findText('2 of 6 selected')
  await user.keyboard('{End} ')
  await findText('3 of 6 selected')
  await check('One invoice per broker')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await screen.findByRole('dialog', { name: '2 Invoices, $3,000.00' })
  const [lines] = await within(dialog).findAllByRole('button', { name: /^Show lines/ })
  if (lines) await user.click(lines)
  await within(dialog).findAllByRole('cell', { name: 'Line Haul' })
})

test('C170 C171 A charge that changed after approval is shown, and the invoice is credited and billed again', async () => {
  const { invoiceId, loadId } = await enterWithInvoice()
  const load = await call<object>('GET', `/api/loads/${loadId}`)
  await call('PUT', `/api/loads/${loadId}`, { ...load, revenue: '1150.00' })
  await open(`/invoices/${invoiceId}`)
  await findText('billed $1,000.00, today $1,150.00')
  const changed = await screen.findByRole('region', { name: 'Changed loads' })
  await press('Credit and Rebill', changed)
  await fill({ Reason: 'Detention was approved' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findTitle('Draft Invoice')
  await findText('$1,150.00')
  await press('Approve')
  await findTitle('Invoice 3')
  await follow('Open the invoice')
  await findTitle('Invoice 1')
  await follow('Credit Note 2')
  await findTitle('Credit Note 2')
})

test('C169 An invoice with a credit note is not voided, and what was typed stays', async () => {
  const { invoiceId } = await enterWithInvoice()
  await open(`/invoices/${invoiceId}`)
  await press('Credit')
  await fill({ Reason: 'Late delivery' })
  await user.click(await screen.findByLabelText('Some of it'))
  await fill({ 'L-1: Line Haul': '1200' })
  await press('Credit $1,200.00')
  await findText('Only $1,000.00 is left of this line')
  await fill({ 'L-1: Line Haul': '200' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Credit Note 2 created')
  await findText('$800.00')
  await press('Void')
  await fill({ Reason: 'Billed twice' })
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Failed to void')
  expect((await findField('Reason')).value).toBe('Billed twice')
})

test('C165 A draft is edited, and a load is billed from its page', async () => {
  await enter()
  await enterCompany()
  const { loads } = await createDelivered(1)
  await open(`/loads/${loads[0]}`)
  await press('Bill This Load')
  await findTitle('Draft Invoice')
  await press('Edit Draft')
  await fill({ 'Terms \\(Days\\)': '15' })
  await press('Add Extra Line')
  await press('Save')
  await findText('Description is required')
  await fill({ Description: 'Discount', Amount: '-50', Reason: 'Agreed by phone' })
  await press('Save')
  await findToast('Draft updated')
  await findText('$950.00')
  await press('Approve')
  await findTitle('Invoice 1')
  await open(`/loads/${loads[0]}`)
  await screen.findByRole('link', { name: 'Invoice 1' })
})

test('C289 The invoice links to the letter and says that contracts may waive the right', async () => {
  const { invoiceId } = await enterWithInvoice()
  await open(`/invoices/${invoiceId}`)
  await findText(BROKER_RECORD.hint)
  const letter = await readLinkedFile('Request Broker’s Record')
  expect([letter.status, letter.headers.get('content-type')]).toEqual([200, 'application/pdf'])
})

test('C549 The tab of the list is neither a chip nor a view', async () => {
  await enterWithInvoice()
  await open('/invoices?all&tab=sent')
  await screen.findByRole('link', { name: '1' })
  expect(screen.queryByRole('button', { name: /^Tab:/ })).toBeNull()
  const views = within(await screen.findByRole('navigation', { name: 'Views' }))
  expect(views.queryByRole('link', { name: 'All' })).toBeNull()
  views.getByRole('link', { name: 'Overdue' })
  await user.type(await findField('Search invoices'), 'nothing like it')
  await press('Clear search and filters')
  expect(new URLSearchParams(location.search).get('tab')).toBe('sent')
})
