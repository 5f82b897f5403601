/** The first invoice number in Settings. */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import {
  call,
  enter,
  fill,
  findField,
  findText,
  findToast,
  open,
  press,
} from '#web/testing/page.tsx'

const FIELD = 'First Invoice Number'
const SAVE = 'Save Invoice Settings'

test('C344 The first invoice number is chosen in Settings and fixed after the first approval', async () => {
  await enter()
  await open('/settings/billing')
  expect(await findField(FIELD)).toHaveProperty('value', '1')
  await fill({ [FIELD]: '0' })
  await press(SAVE)
  await findText('First invoice number must be a whole number from 1 to 999999999')
  await fill({ [FIELD]: '1043' })
  await press(SAVE)
  await findToast('Invoice settings saved')
  const { brokerId, loads } = await createDelivered(1)
  const id = await createApproved(brokerId, loads)
  expect(await call('GET', `/api/invoices/${id}`)).toMatchObject({ number: '1043' })
  await open('/')
  await open('/settings/billing')
  await findText('Fixed since the first approval. The last number is 1043, the next 1044.')
  expect(await findField(FIELD)).toMatchObject({ readOnly: true, value: '1043' })
})

test('C344 A first number that an approval has fixed meanwhile gets the reason at its field', async () => {
  await enter()
  const { brokerId, loads } = await createDelivered(1)
  await open('/settings/billing')
  await fill({ [FIELD]: '500' })
  await createApproved(brokerId, loads)
  await press(SAVE)
  await findText('Invoice number 1 is used, so the first number can’t change')
  expect(screen.queryByText(/^Fixed since/)).toBeNull()
})
