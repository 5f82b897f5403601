import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import {
  call,
  create,
  enter,
  fill,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

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

test('C341 A link to a paper asks for the company in place, and opens after the save', async () => {
  await enter()
  await open('/receivables')
  const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await user.click(await screen.findByRole('link', { name: 'PDF' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enter Your Company Details' })
  await fill({ 'Company Name': 'Blue Ridge Carriers' })
  expect(opened).not.toHaveBeenCalled()
  await press('Save and Continue', dialog)
  await waitFor(() => expect(opened).toHaveBeenCalledOnce())
  expect(String(opened.mock.contexts[0])).toContain('/api/receivables/aging.pdf')
  opened.mockRestore()
})
