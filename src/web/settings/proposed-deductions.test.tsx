import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  answer,
  call,
  enter,
  fill,
  findField,
  findNoText,
  findText,
  findToast,
  open,
  press,
  readSent,
} from '#web/testing/page.tsx'
import { follow } from '#web/testing/loads.ts'

const PROPOSED = 'Fuel and insurance are proposals'

test('C340 Saving the company does not answer the proposed deductions', async () => {
  await enter()
  await open('/settings')
  await fill({ 'Company Name': 'Blue Ridge Carriers' })
  await press('Save Settings')
  await findToast('Settings saved successfully')
  expect(Object.keys(readSent('POST') as object)).not.toContain('fuelDeductionValue')
  await follow('Deductions')
  await findText(PROPOSED)
  expect((await findField('Fuel Percent')).value).toBe('15.00')

  await press('Use These')
  await findToast('Settings updated successfully')
  await findNoText(PROPOSED)
  await screen.findByRole('button', { name: 'Save Deductions' })
  expect(await call('GET', '/api/settings')).toMatchObject({
    companyName: 'Blue Ridge Carriers',
    deductionsAnswered: true,
    fuelDeductionValue: '15.00',
  })
  // The company's form begins with the version that the other form saved.
  await follow('Company')
  await fill({ City: 'Reno' })
  await press('Save Settings')
  await waitFor(async () =>
    expect(await call('GET', '/api/settings')).toMatchObject({ companyCity: 'Reno', version: 3 }),
  )
})

test('C340 Deduct None sets both proposed deductions to zero', async () => {
  await enter()
  await open('/settings/deductions')
  await press('Deduct None')
  await findToast('Settings saved successfully')
  expect((await findField('Insurance Amount')).value).toBe('0.00')
  expect(await call('GET', '/api/settings')).toMatchObject({
    deductionsAnswered: true,
    fuelDeductionValue: '0.00',
    insuranceDeductionValue: '0.00',
  })
})

test('C340 Custom deductions are kept, changed and saved with the answer', async () => {
  await enter()
  const settings = await call<object>('GET', '/api/settings')
  const eld = { name: 'ELD', type: 'fixed', value: '30.00' }
  answer('GET', /^\/api\/settings/, 200, { ...settings, customDeductions: [eld] })
  await open('/settings/deductions')
  await findText(PROPOSED)
  await fill({ 'Custom Amount': '35' })
  await press('Custom Only')
  await findToast('Settings saved successfully')
  expect(readSent('POST')).toMatchObject({
    fuelDeductionValue: '0.00',
    insuranceDeductionValue: '0.00',
    customDeductions: [{ ...eld, value: '35.00' }],
  })
})

test('C468 The deductions of every truck are one list: defaults, and recurring ones below', async () => {
  await enter()
  await open('/settings/deductions')
  const list = await screen.findByRole('region', { name: 'Deductions of Every Truck' })
  await within(list).findByLabelText('Fuel Percent')
  await press('Add Recurring Deduction')
  await fill({ Description: 'ELD subscription', 'Amount or Rate': '35' })
  await press('Save', await screen.findByRole('dialog'))
  await findText('ELD subscription', list)
  await findText('$35.00 per settlement', list)
})
