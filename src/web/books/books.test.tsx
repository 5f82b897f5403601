/** The first file of the books: what is asked, and what the preview says to do (SPEC C243, C485). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  enterCompany,
  fill,
  findButton,
  findField,
  findNoText,
  findText,
  findToast,
  listSent,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

/** A statement approved on 11/20/2026. */
async function approveStatement() {
  await enter()
  await enterCompany()
  setClock('2026-11-25T12:00:00')
  const { id: ownerId } = await create('owners', makeSample('owners'))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), ownerId })
  await create('loads', { ...makeSample('loads'), truckId, bolStatus: 'received' })
  const { id } = await create('billing', { truckId, settlementDate: '2026-11-20' })
  const approval = { approvedOn: '2026-11-20', confirmed: ['approvedOn'] }
  await call('POST', `/api/billing/${id}/approve`, approval)
}

async function openBooks(from: string, to: string): Promise<void> {
  await open('/books')
  await fill({ From: from, To: to })
  await findText(/^Debits and credits|records? in the file/)
}

test('C485 The account map starts with the usual names, and is saved with the first file', async () => {
  await approveStatement()
  await openBooks('11/01/2026', '11/25/2026')
  const payable = await findField('Account of Owed to owners and drivers, Owners and drivers')
  expect(payable.value).toBe('Accounts Payable')
  expect(screen.queryByText(/Map these first/)).toBe(null)
  await fill({ 'Account of Settlement gross, Owners and drivers': 'Owner Pay' })
  await press('Make File')
  const dialog = await screen.findByRole('dialog', { name: 'Before the First File' })
  expect(within(dialog).queryByLabelText(/^Factored Invoices/)).toBe(null)
  await press('Make File', dialog)
  await findToast('File made. Download it below.')
  const { version, accounts } = await call<{ version: number; accounts: object[] }>(
    'GET',
    '/api/books/accounts',
  )
  expect(version).toBe(1)
  expect(accounts).toContainEqual({ kind: 'owner-pay', account: 'Owner Pay', item: '' })
  expect(screen.queryByText(/SHA-256/)).toBe(null)
})

test('C485 A saved map with blanks names them, with a link to the map', async () => {
  await approveStatement()
  await call('PUT', '/api/books/accounts', { accounts: [] })
  await openBooks('11/01/2026', '11/25/2026')
  const problem = await findText('Map these first:')
  const link = within(problem).getByRole('link', { name: 'Account Map' })
  expect(link.getAttribute('href')).toBe('#account-map')
  await user.click(await findButton('Make File'))
  expect(listSent('POST').filter(({ path }) => path.includes('export-batches'))).toEqual([])
  await press('Fill In Suggestions')
  await press('Save Account Map')
  await findToast('Account map saved')
  await findNoText('Map these first:')
  await press('Make File')
  await findToast('File made. Download it below.')
})

test('C225 C485 Earlier records say what to do, and their days can be chosen', async () => {
  await approveStatement()
  await openBooks('11/26/2026', '11/26/2026')
  await findText('1 earlier record is not in a file yet. If your accountant already has them')
  await press('Choose 1/1/2026 – 11/25/2026')
  expect((await findField('From')).value).toBe('1/1/2026')
  await findText('1 record in the file')
  await findButton('Make File')
})
