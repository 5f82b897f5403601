import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays } from '#core/calendar.ts'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import { enter, fill, findField, open, press, user } from '#web/testing/page.tsx'

const TODAY = new Date().toLocaleDateString('en-CA')

test('C199 Enter on an invoice selects its amount, and Cancel asks before discarding typed money', async () => {
  await enter()
  const { brokerId, loads } = await createDelivered(4)
  for (const [at, load] of [loads[0] ?? 0, loads[2] ?? 0].entries())
    await createApproved(brokerId, [load], addDays(TODAY, -50 + at))
  await open(`/receipts/new?broker=${brokerId}&name=Acme`)
  const finder = await findField('Find Load or Invoice #')
  await fill({ Amount: '1000' })
  finder.focus()
  await user.keyboard(' {ArrowUp}{Enter}')
  const amount = document.querySelector<HTMLInputElement>('[data-invoice] input[inputmode=decimal]')
  await waitFor(() => expect(document.activeElement).toBe(amount))
  await user.keyboard('900')
  expect(amount?.value).toBe('900')
  await press('Cancel')
  const findDialog = () => screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' })
  const dialog = await findDialog()
  await press('Keep editing', dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(amount?.value).toBe('900.00')
  await press('Cancel')
  await user.click(within(await findDialog()).getByRole('button', { name: 'Discard' }))
  await screen.findByRole('heading', { level: 1, name: 'Money Received' })
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBe(null))
})
