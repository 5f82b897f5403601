import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  create,
  enter,
  fill,
  findToast,
  hold,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

test('A5.generic.1 Missing fields are reported, and the first one gets the focus', async () => {
  await enter()
  await open('/dispatchers')
  const [add] = await screen.findAllByRole('button', { name: 'Add Dispatcher' })
  if (add) await user.click(add)
  await press('Save')
  for (const label of ['Name', 'Phone', 'Email']) await screen.findByText(`${label} is required`)
  expect(screen.queryByText('Extension is required')).toBe(null)
  expect(document.activeElement?.getAttribute('name')).toBe('name')
  await fill({ Email: 'not-an-email' })
  screen.getByLabelText(/^Name/).focus()
  await screen.findByText('Invalid email address')
})

test('A8.entity.2 A failed update is reported', async () => {
  await enter()
  await create('loads', makeSample('loads', 1))
  const release = hold('GET', /^\/api\/loads\?/)
  await open('/loads')
  await screen.findByRole('heading', { level: 1, name: 'Loads' })
  release()
  await screen.findByText('L-1')
  answer('PUT', /^\/api\/loads\//, 418, 'no tea')
  await press('Edit L-1')
  await fill({ 'Load #': 'Changed' })
  await press('Save')
  await findToast('Failed to update load')
})
