import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
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

const PROPOSED = 'Fuel and insurance are proposals'

test('C340 Saving the company does not answer the proposed deductions', async () => {
  await enter()
  await open('/settings')
  await findText(PROPOSED)
  expect((await findField('Fuel Percent')).value).toBe('15.00')
  await fill({ 'Company Name': 'Blue Ridge Carriers' })
  await press('Save Settings')
  await findToast('Settings saved successfully')
  expect(Object.keys(readSent('POST') as object)).not.toContain('fuelDeductionValue')
  await findText(PROPOSED)

  await press('Use These')
  await findToast('Settings updated successfully')
  await findText('Added to every new settlement')
  await findNoText(PROPOSED)
  await findButtons(['Save Deductions', 'Save Settings'])
  expect(await call('GET', '/api/settings')).toMatchObject({
    companyName: 'Blue Ridge Carriers',
    deductionsAnswered: true,
    fuelDeductionValue: '15.00',
  })
  // The company's form follows the save of the other form.
  await fill({ City: 'Reno' })
  await press('Save Settings')
  await waitFor(async () =>
    expect(await call('GET', '/api/settings')).toMatchObject({ companyCity: 'Reno', version: 3 }),
  )
})

test('C340 Deduct None sets both proposed deductions to zero', async () => {
  await enter()
  await open('/settings')
  await press('Deduct None')
  await findToast('Settings saved successfully')
  expect((await findField('Insurance Amount')).value).toBe('0.00')
  expect(await call('GET', '/api/settings')).toMatchObject({
    deductionsAnswered: true,
    fuelDeductionValue: '0.00',
    insuranceDeductionValue: '0.00',
  })
})

test('C340 Custom deductions can be added before the answer, and are saved with it', async () => {
  await enter()
  await open('/settings')
  await findText(PROPOSED)
  await press('Add Deduction')
  await fill({ Name: 'ELD', 'Custom Amount': '35' })
  await press('Custom Only')
  await findToast('Settings saved successfully')
  expect(await call('GET', '/api/settings')).toMatchObject({
    deductionsAnswered: true,
    fuelDeductionValue: '0.00',
    insuranceDeductionValue: '0.00',
    customDeductions: [{ name: 'ELD', type: 'fixed', value: '35.00' }],
  })
})

async function findButtons(names: string[]): Promise<void> {
  for (const name of names) await screen.findByRole('button', { name })
}
