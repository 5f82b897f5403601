/** Papers that a new account requires to bill, on the Invoices screen. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createDelivered } from '#web/testing/invoices.ts'
import {
  becomeMember,
  enterNew,
  findButton,
  findText,
  findToast,
  open,
  press,
} from '#web/testing/page.tsx'

const SHOWN = { name: 'Required to bill' }

test('C343 Not Ready says which papers a load lacks, and one click ends the requirement of each', async () => {
  await enterNew()
  await createDelivered(2)
  await open('/invoices?tab=not-ready')
  const table = await screen.findByRole('table', { name: 'Loads that are not ready to bill' })
  expect(within(table).getAllByText('No BOL, no Rate Confirmation')).toHaveLength(2)
  const required = await screen.findByRole('region', SHOWN)
  await press('Don’t Require Rate Confirmation (2 loads)', required)
  await findToast('Rate Confirmation no longer required to bill')
  await findText('No BOL of load L-1')
  expect(screen.queryByRole('button', { name: /Rate Confirmation/ })).toBeNull()
  const next = await findButton('Don’t Require BOL or POD (2 loads)', required)
  await waitFor(() => expect(document.activeElement).toBe(next))
  await press('Don’t Require BOL or POD (2 loads)', required)
  await findToast('BOL or POD no longer required to bill')
  await findText('Every delivered load is billed or ready to bill.')
  expect(document.activeElement).toBe(document.getElementById('main'))
  await open('/invoices?tab=ready')
  await findText('0 of 2 selected')
})

test('C343 Only an Admin can end a requirement, and others read so', async () => {
  await enterNew()
  await createDelivered(1)
  await becomeMember('accounting')
  await open('/invoices?tab=not-ready')
  await findText('No BOL, no Rate Confirmation')
  const required = await screen.findByRole('region', SHOWN)
  await findText('An Admin can stop requiring a document.', required)
  expect(within(required).queryByRole('button')).toBeNull()
})
