/** What the chips of the run and the load's page do in place (SPEC C482), and the weeks above the run (SPEC C483). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import {
  call,
  create,
  enter,
  enterCompany,
  fill,
  findField,
  findNoText,
  findText,
  findToast,
  hold as holdAnswers,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'
import { makePdf } from '#server/testing/documents/make-pdf.ts'

const WEEK = '/settlements/run?week=2026-11-20'

/** A draft of 11/20/2026 whose load has no BOL yet. */
async function createDraft(n = 1, load: object = {}) {
  const { id: ownerId } = await create('owners', makeSample('owners', n))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks', n), ownerId })
  const values = { ...makeSample('loads', n), truckId, revenue: '1000', bolStatus: 'pending' }
  const { id, settlementDate } = await create('loads', { ...values, ...load })
  await create('billing', { truckId, settlementDate })
  return id
}

/** Opens the menu of a chip and chooses an entry. */
async function pick(chip: string | RegExp, entry: string): Promise<void> {
  await press(chip)
  await user.click(await screen.findByRole('menuitem', { name: entry }))
}

test('C482 A missing BOL is received where it shows, and can be undone', async () => {
  await enter()
  const id = await createDraft()
  setClock('2026-11-25T12:00:00')
  await open(WEEK)
  await pick('Missing 1 BOL', 'Mark BOL Received')
  const toast = await findToast('Load L-1: BOL received')
  await findNoText('Missing 1 BOL')
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 2 of 4: Approve'),
  )
  expect(await call('GET', `/api/loads/${id}`)).toMatchObject({ bolStatus: 'received' })
  await press('Undo', toast)
  await findText('Missing 1 BOL')
})

test('C482 A document is added from the chip, as the one that is missing', async () => {
  await enter()
  const id = await createDraft()
  setClock('2026-11-25T12:00:00')
  await open(WEEK)
  await pick('Missing 1 BOL', 'Add Document')
  const scan = makeFile('scan0001.pdf', makePdf({ pages: 1, text: 'Signed' }))
  await chooseFiles('Documents for a load of the run', scan)
  await press('Upload 1 Document')
  await findNoText('Missing 1 BOL')
  expect(await call('GET', `/api/loads/${id}/documents`)).toMatchObject([{ kind: 'bol' }])
})

test('C482 C48 A draft with an exception is held, released and approved from its chips', async () => {
  await enter()
  await enterCompany()
  await createDraft()
  setClock('2026-11-25T12:00:00')
  await open(WEEK)
  await pick('Missing 1 BOL', 'Hold…')
  await fill({ Reason: 'Claim' })
  await press('Hold', await screen.findByRole('dialog'))
  await pick('On hold: Claim', 'Release Hold')
  await findNoText('On hold: Claim')
  await pick('Missing 1 BOL', 'Approve Anyway')
  await findText('1 of 1 settlements approved')
})

test('C482 While other steps run, the dialog of a hold keeps its reason, also in the next step', async () => {
  await enter()
  await enterCompany()
  await createDraft(1)
  const { id: ownerId } = await create('owners', makeSample('owners', 2))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks', 2), ownerId })
  await create('loads', { ...makeSample('loads', 2), truckId, bolStatus: 'received' })
  setClock('2026-11-25T12:00:00')
  await open(WEEK)
  const release = holdAnswers('POST', /^\/api\/billing$/)
  await press('Prepare 1 Settlement')
  await pick('Missing 1 BOL', 'Hold…')
  await fill({ Reason: 'Claim' })
  await findText('Wait until the steps that run are done.')
  await user.keyboard('{Enter}')
  release()
  await findNoText('Wait until the steps that run are done.')
  await waitFor(() => expect(document.querySelector('[aria-label^="Step 2"]')).not.toBe(null))
  expect((await findField('Reason')).value).toBe('Claim')
  await press('Hold', await screen.findByRole('dialog'))
  await findText('On hold: Claim')
})

test('C482 The load’s page marks delivered and BOL received', async () => {
  await enter()
  const id = await createDraft(1, { deliveryStatus: 'in-transit' })
  await open(`/loads/${id}`)
  const steps = await screen.findByRole('group', { name: 'Next steps' })
  await press('Mark Delivered', steps)
  await findToast('Load L-1: delivered')
  await waitFor(() => expect(within(steps).queryByText('Mark Delivered')).toBe(null))
  await press('Mark BOL Received', steps)
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Next steps' })).toBe(null))
  expect(await call('GET', `/api/loads/${id}`)).toMatchObject({
    deliveryStatus: 'delivered',
    bolStatus: 'received',
  })
})

test('C483 The run opens on the week with most to do; the other weeks are tabs with counts', async () => {
  await enter()
  await createDraft(1, { settlementDate: '2026-11-13' })
  for (const n of [2, 3]) await createDraft(n)
  setClock('2026-11-25T12:00:00')
  await open('/settlements/run')
  const weeks = await screen.findByRole('navigation', { name: 'Weeks' })
  await waitFor(() =>
    expect(within(weeks).getByRole('link', { current: 'page' }).textContent).toBe(
      '11/15:2 to approve',
    ),
  )
  await user.click(within(weeks).getByRole('link', { name: /^11\/8/ }))
  await findText('11/8/2026 – 11/14/2026')
})

test('C483 C50 The tab of a week that is not due yet says that it has work', async () => {
  await enter()
  const { id: ownerId } = await create('owners', makeSample('owners'))
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), ownerId })
  await create('loads', { ...makeSample('loads'), truckId, settlementDate: '2026-12-04' })
  await createDraft(2)
  setClock('2026-12-03T12:00:00')
  await open('/settlements/run?week=2026-12-04')
  const weeks = await screen.findByRole('navigation', { name: 'Weeks' })
  const findCurrent = () => within(weeks).getByRole('link', { current: 'page' }).textContent
  await waitFor(() => expect(findCurrent()).toBe('11/29:to do'))
})
