/** What the forms of records start with, and what they reject. */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  call,
  create,
  enter,
  fill,
  findButton,
  findField,
  findNoText,
  findText,
  findToast,
  hold,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

async function findSelect(label: string): Promise<HTMLSelectElement> {
  return screen.findByLabelText<HTMLSelectElement>(new RegExp(`^${label}`))
}

test('A5.driver.1 B19 A new driver has direct deposit and a license that expires today', async () => {
  await enter()
  setClock('2026-11-18T23:30:00')
  await open('/drivers?add')
  const payment = await findSelect('Payment Method')
  const texts = [...payment.options].map(({ textContent }) => textContent)
  expect(texts).toEqual(['Direct Deposit', 'Check', 'Cash', 'Wire Transfer'])
  expect(payment.selectedOptions[0]?.textContent).toBe('Direct Deposit')
  expect((await findField('License Expiry')).value).toBe('11/18/2026')
  await findText('Expires today')
  await fill({ 'License Expiry': '11/19/2026', Name: '' })
  await findNoText('Expires today')
})

test('A5.payment.1 An owner has four payment methods', async () => {
  await enter()
  await open('/owners?add')
  const payment = await findSelect('Payment Method')
  const values = [...payment.options].map(({ value }) => value)
  expect(values.filter(Boolean)).toEqual(['check', 'ach', 'wire', 'direct_deposit'])
})

test('A5.truck.1 An unreadable year is saved as 0, and the form says so beside the field', async () => {
  await enter()
  setClock('2026-11-18T12:00:00')
  await open('/trucks?add')
  const year = await findField('Year')
  expect(year.value).toBe('2026')
  await fill({ Year: 'new', Make: 'Volvo' })
  expect(year.value).toBe('0')
  await fill({ Model: 'VNL', 'Truck #': '9' })
  expect((await findField('Owner')).textContent).toContain('None')
  await findText('Saved as 0. Enter a year, such as 2024, if you know it.')
  await press('Save')
  await findToast('Truck added successfully')
  const nothing = { ownerId: null, driverId: null, vin: null }
  expect(await call('GET', '/api/trucks')).toMatchObject([
    { year: 0, status: 'active', ...nothing },
  ])
})

test('B9 B15 A duplicate is reported at its field, and typed text stays', async () => {
  await enter()
  await create('trucks', makeSample('trucks', 1))
  await open('/trucks?add')
  await fill({ 'Truck #': 'T-1', Make: 'Volvo', Model: 'VNL' })
  await press('Save')
  const toast = await findToast('Failed to add truck')
  await findText('Truck # T-1 already exists', toast)
  await findText('Truck # T-1 already exists', await screen.findByRole('dialog'))
  expect((await findField('Make')).value).toBe('Volvo')
})

test('B24 A deletion lists linked records; a truck with settlements can’t be deleted', async () => {
  await enter()
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), driverId })
  await create('loads', { ...makeSample('loads', 1), driverId, truckId })
  await create('loads', { ...makeSample('loads', 2), driver2Id: driverId, truckId })
  await open('/drivers')
  await press(/^Delete Łukasz/)
  await findText('It will be unlinked from 1 truck and 2 loads.')
  await press('Delete')
  await findToast('Driver deleted successfully')
  const [, load] = await call<object[]>('GET', '/api/loads')
  expect(load).toMatchObject({ driverId: null, truckId })

  await open('/trucks')
  await press('Delete T-1')
  await findText('It will be unlinked from 2 loads.')
  await create('billing', { truckId, settlementDate: '2026-11-20' })
  await press('Delete')
  await findToast('Failed to delete truck')
  await press('Delete T-1')
  const question = await screen.findByRole('alertdialog')
  await findText('T-1 can’t be deleted', question)
  await findText("This truck has 1 settlement and can't be deleted.", question)
  expect(within(question).queryByRole('button', { name: 'Delete' })).toBeNull()
  await findButton('Cancel', question)
})

test('C356 A deletion is confirmed only after what uses the record is known', async () => {
  await enter()
  await create('trucks', makeSample('trucks'))
  await open('/trucks')
  const release = hold('GET', /\/links$/)
  await press('Delete T-1')
  const question = await screen.findByRole('alertdialog', { name: 'T-1' })
  await findText('Checking linked records...', question)
  expect(
    within(question)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cancel'])
  release()
  await findButton('Delete', question)
  await press('Cancel', question)
  answer('GET', /\/links$/, 500)
  await press('Delete T-1')
  const failed = await screen.findByRole('alertdialog', { name: 'T-1' })
  await findText('Couldn’t check what uses this record.', failed)
  expect(
    within(failed)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Close'])
})

test('C356 C357 A broker with a contact can’t be deleted, becomes inactive, and is not offered for new loads', async () => {
  await enter()
  const { id } = await create('brokers', makeSample('brokers', 1))
  await create('brokers', { companyName: 'Prairie Freight' })
  await call('POST', `/api/brokers/${id}/contacts`, {
    day: '2026-11-20',
    kind: 'call',
    text: 'Hi',
    confirmed: ['day'],
  })
  await open('/brokers')
  await press('Delete Landstar')
  const question = await screen.findByRole('alertdialog')
  await findText('Landstar can’t be deleted', question)
  await findText("This broker has 1 logged contact and can't be deleted.", question)
  await press('Set to Inactive')
  await findToast('Broker updated successfully')
  expect(await call('GET', `/api/brokers/${id}`)).toMatchObject({ status: 'inactive' })
  await open('/loads?add')
  await user.click(await findField('Broker'))
  await screen.findByRole('option', { name: /^Prairie/ })
  expect(screen.queryByRole('option', { name: /^Landstar/ })).toBeNull()
})
