import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  choose,
  create,
  enter,
  enterCompany,
  fill,
  findText,
  findToast,
  press,
} from '#web/testing/page.tsx'
import { createDraft, openSaved } from '#web/testing/settlements.ts'

test('C341 The first approval asks for the company in place, and continues after the save', async () => {
  await enter()
  const { truckId } = await createDraft()
  await openSaved(truckId)
  await press('Approve')
  const dialog = await screen.findByRole('dialog', { name: 'Enter Your Company Details' })
  const fields = await within(dialog).findAllByRole('textbox')
  const values = fields.map((field) => (field as HTMLInputElement).value)
  expect(values).toEqual(Array.from(values, () => ''))
  await press('Save and Continue', dialog)
  await findText(/Company name is required/i, dialog)
  await fill({ 'Company Name': 'Blue Ridge Carriers', Address: '480 Depot Street' })
  await press('Save and Continue', dialog)
  await findToast('Statement 1 approved')
  expect(await call('GET', '/api/settings')).toMatchObject({
    companyName: 'Blue Ridge Carriers',
    companyPhone: null,
    deductionsAnswered: false,
  })
})

test('C341 Without the details nothing is approved', async () => {
  await enter()
  const { truckId, billing } = await createDraft()
  await openSaved(truckId)
  await press('Approve')
  const dialog = await screen.findByRole('dialog', { name: 'Enter Your Company Details' })
  await press('Cancel', dialog)
  await findToast(/^Failed to approve/)
  expect(await call('GET', `/api/billing/${billing}`)).toMatchObject({ status: 'pending' })
})

test('C342 Approval asks for a missing payee in place', async () => {
  await enter()
  await enterCompany()
  await create('owners', { ...makeSample('owners'), name: 'Ann' })
  const { truckId, billing } = await createDraft({}, { driverId: null })
  await openSaved(truckId)
  await press('Approve')
  await choose('Owner', 'Ann')
  await press('Save')
  await findText('Payee: Ann')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  await press('Approve')
  await findToast('Statement 1 approved')
  expect(await call('GET', `/api/billing/${billing}`)).toMatchObject({ status: 'approved' })
})
