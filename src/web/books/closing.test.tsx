import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addDays, formatDay, monthBefore } from '#core/calendar.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { today } from '#web/api/today.ts'
import {
  answer,
  becomeMember,
  call,
  create,
  enter,
  fill,
  findButton,
  findNoText,
  findText,
  findToast,
  listSent,
  open,
  press,
} from '#web/testing/page.tsx'

/** An approved invoice of the month before the last one. */
async function createInvoice(): Promise<Invoice> {
  const day = addDays(monthBefore(today()).from, -3)
  const broker = await create('brokers', {
    ...makeSample('brokers'),
    companyName: 'Acme',
    address: '1 Main St',
  })
  const dates = { pickupDate: day, deliveryDate: day, deliveryStatus: 'delivered' }
  const load = await create('loads', { ...makeSample('loads', 1), ...dates, brokerId: broker.id })
  const sent = { brokerId: broker.id, loadIds: [load.id] }
  const [draft] = (await call<CreatedInvoices>('POST', '/api/invoices', sent)).created
  const path = `/api/invoices/${draft?.id}`
  await call('PUT', path, { invoiceDate: day, termsDays: 30, version: draft?.version })
  const confirmed = ['papers', 'confirmation', 'asked', 'invoiceDate', 'company']
  return call('POST', `${path}/approve`, { confirmed })
}

test('C374 C375 C376 A change in a closed month asks for a reason on any screen, and the Books page lists it', async () => {
  await enter()
  const { id, number } = await createInvoice()
  const { to } = monthBefore(today())
  await open('/books')
  await findText('No closed month was changed.')
  await press('Close the Books')
  await findToast(`Closed through ${formatDay(to)}`)
  await findText(`The books are closed through ${formatDay(to)}.`)

  await open(`/invoices/${id}`)
  await press('Void')
  const dialog = await screen.findByRole('dialog', { name: /^Void/ })
  await fill({ 'Void Date': to, Reason: 'Billed twice' })
  await press('Void', dialog)
  await findText(/and this is dated/)
  await press('Cancel', await screen.findByRole('dialog', { name: 'Change a closed month?' }))
  await findToast('Canceled. This change was not made.')

  await press('Void', dialog)
  const asked = await screen.findByRole('dialog', { name: 'Change a closed month?' })
  await press('Change the Closed Month', asked)
  await findText('Reason is required', asked)
  const field = asked.querySelector('input')
  if (field) fireEvent.change(field, { target: { value: 'The broker canceled – “late”' } })
  if (field) fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true })
  await findToast(/voided/)
  const keys = listSent('POST').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(3)

  await open('/books')
  await findText(`Void of invoice ${number}, Acme`)
  await findText(/The broker canceled – “late” \(Pat Doe/)
  await press('Open All Months')
  await findText('No month is closed.')
  await findNoText('Open All Months')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('C374 An earlier day opens the later months, and the focus stays on the form', async () => {
  await enter()
  const { to } = monthBefore(today())
  const earlier = addDays(monthBefore(today()).from, -1)
  await open('/books')
  await press('Close the Books')
  await findText(`The books are closed through ${formatDay(to)}.`)
  const close = await findButton('Close the Books')
  expect(document.activeElement).toBe(close)
  await fill({ 'Close Through': earlier })
  expect(close.textContent).toBe('Open Later Months')
  const findSaved = () => waitFor(() => expect(close.getAttribute('aria-disabled')).toBe('false'))
  await findSaved()
  const end = answer('PUT', /\/api\/books\/closing$/, 500)
  await press('Open Later Months')
  await findToast('Failed to save the closed months')
  end()
  await findSaved()
  await press('Open Later Months')
  await findText(`The books are closed through ${formatDay(earlier)}.`)
  expect(close.textContent).toBe('Close the Books')
  await findSaved()
  await press('Open All Months')
  await findText('No month is closed.')
  await waitFor(() => expect(document.activeElement).toBe(close))
})

test('C374 A member who can’t make files reads that the role can’t close months', async () => {
  await enter()
  await call('PUT', '/api/team/settings', { viewerRevenue: true })
  await becomeMember('viewer')
  await open('/books')
  await findText('Your role can’t close months.')
  expect(screen.queryByRole('button', { name: 'Close the Books' })).toBeNull()
})
