/** Selected records: deleted, restored and changed at once. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#core/entities/entity.ts'
import { makeSample } from '#server/testing/samples.ts'
import { check, enterWithLoads, expectLoads, follow } from '#web/testing/loads.ts'
import {
  answer,
  call,
  choose,
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
  user,
} from '#web/testing/page.tsx'

const isDisabled = (element: HTMLElement) => element.matches(':disabled')

/** Waits until this many rows show a status. */
const expectRows = (status: string, count: number) =>
  waitFor(() => {
    const rows = [...document.querySelectorAll('tbody tr')]
    expect(rows.filter(({ textContent }) => textContent.includes(status))).toHaveLength(count)
  })

test('B63 The page can be selected only after its rows load', async () => {
  await enterWithLoads()
  const release = hold('GET', /^\/api\/loads\?/)
  await open('/loads')
  const all = await screen.findByRole('checkbox', { name: 'Select this page' })
  expect(isDisabled(all)).toBe(true)
  release()
  await waitFor(() => expect(isDisabled(all)).toBe(false))
  await user.click(all)
  await findText('4 loads selected')
})

test('B63 All matches on every page are deleted, other loads stay', async () => {
  await enterWithLoads()
  for (let n = 5; n < 34; n++) await create('loads', makeSample('loads', n))
  await open('/loads?deliveryStatus=scheduled')
  await findText('L-33')
  await check('Select this page')
  await findText('25 loads selected')
  await press('Select all 32')
  await findText('32 loads selected')
  await press('Next page')
  await check('Select L-2')
  await findText('31 loads selected')
  await press('Delete selected')
  const name = 'Are you sure you want to delete 31 loads?'
  const dialog = await screen.findByRole('dialog', { name })
  expect(isDisabled(await findButton('Delete', dialog))).toBe(true)
  await fill({ 'Type 31 to delete them': '31' })
  await press('Delete', dialog)
  await findToast('31 loads deleted successfully')
  await expectLoads(['L-2'])
  await follow('All')
  await expectLoads(['L-3', 'L-2'])
})

test('C43 Three deleted loads are restored with their links by Undo and from the trash', async () => {
  await enterWithLoads()
  const { id: truckId } = await create('trucks', makeSample('trucks', 1))
  await create('loads', { ...makeSample('loads', 9), truckId })
  await open('/loads')
  for (const name of ['Select L-9', 'Select L-2', 'Select L-3']) await check(name)
  await press('Delete selected')
  await press('Delete')
  await expectLoads(['L-4', 'L-1'])
  await press('Undo')
  await findToast('3 loads restored')
  await expectLoads(['L-9', 'L-4', 'L-3', 'L-2', 'L-1'])
  await screen.findByRole('link', { name: 'T-1' })
  await press('Delete L-9')
  await press('Delete')
  await findToast('Load deleted successfully')
  await create('loads', makeSample('loads', 9))
  await open('/trash')
  await press('Restore L-9')
  const dialog = await screen.findByRole('dialog', { name: 'Restore L-9' })
  await findText('Load # L-9 already exists', dialog)
  await fill({ 'Load #': 'L-9B' })
  await user.keyboard('{Enter}')
  await findToast('L-9 restored')
  await findText('No data available')
  await open('/loads?search=L-9B')
  await expectLoads(['L-9B'])
})

test('C43 Undo of a deletion whose number is in use asks for another number immediately', async () => {
  await enterWithLoads()
  await open('/loads')
  await press('Delete L-4')
  await press('Delete')
  await findToast('Load deleted successfully')
  await create('loads', makeSample('loads', 4))
  await press('Undo')
  const report = await screen.findByRole('dialog', { name: 'L-4 was not restored' })
  await findText('Load # L-4 already exists', report)
  await press('Use another number for L-4')
  await screen.findByRole('dialog', { name: 'Restore L-4' })
  await fill({ 'Load #': 'L-4B' })
  await user.keyboard('{Enter}')
  await findToast('L-4 restored')
  await expectLoads(['L-4', 'L-4B', 'L-3', 'L-2', 'L-1'])
})

test('C45 Several fields of the selected loads change at once, and what can’t be undone is listed', async () => {
  await enterWithLoads()
  await create('trucks', makeSample('trucks', 1))
  await open('/loads')
  await findText('L-1')
  await check('Select this page')
  await press('Change…')
  await user.selectOptions(await findField('Delivery Status'), 'Delivered')
  await user.selectOptions(await findField('BOL Status'), 'Received')
  await choose('Truck', 'T-1')
  await press('Update 4 Loads')
  await findToast('4 loads updated successfully')
  await expectRows('Delivered', 4)
  const [saved] = await call<AnyRecord[]>('GET', '/api/loads?search=L-2')
  await call('PUT', `/api/loads/${saved?.id}`, { ...saved, notes: 'called' })
  await press('Undo')
  const report = await screen.findByRole('dialog', { name: '3 loads reverted' })
  await within(report).findByText('L-2')
  await findText('Changed since then', report)
  await user.keyboard('{Escape}')
  await expectRows('Delivered', 1)
})

test('B63 B24 A record that cannot be deleted is listed with the reason and stays selected', async () => {
  await enter()
  const { id: truckId } = await create('trucks', makeSample('trucks', 1))
  await create('trucks', makeSample('trucks', 2))
  await create('billing', { truckId, settlementDate: '2026-11-20' })
  await open('/trucks')
  await findText('T-1')
  await check('Select this page')
  await press('Delete selected')
  await press('Delete')
  const dialog = await screen.findByRole('dialog', { name: "1 truck couldn't be deleted" })
  await findText("This truck has 1 settlement and can't be deleted.", dialog)
  await within(dialog).findByText('T-1')
  await user.keyboard('{Escape}')
  await findText('1 truck selected')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select T-1' }).checked).toBe(true)
})

test('B63 B23 After a failure the change continues where it stopped', async () => {
  await enterWithLoads()
  await open('/loads')
  await findText('L-1')
  await check('Select this page')
  await press('Delete selected')
  const restore = answer('POST', /^\/api\/loads\/bulk/, 0)
  await press('Delete')
  await findText(
    /Can't reach the server.*0 loads were already deleted/,
    await screen.findByRole('alert'),
  )
  restore()
  await press('Continue')
  await findToast('4 loads deleted successfully')
  await findText('No data available')
})

test('B63 Another search clears the selection; a deleted record is not selected', async () => {
  await enterWithLoads()
  await open('/loads')
  await check('Select L-1')
  await findText('1 load selected')
  await press('Delete L-1')
  await press('Delete')
  await expectLoads(['L-4', 'L-3', 'L-2'])
  await findNoText('load selected')
  await check('Select L-2')
  await findText('1 load selected')
  await user.type(await screen.findByLabelText('Search loads'), 'L-3')
  await expectLoads(['L-3'])
  await findNoText('load selected')
})
