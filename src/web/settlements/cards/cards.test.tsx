/** Card purchases on the screens of settlements. */
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DraftCards } from '#core/settlements/cards/draft-cards.ts'
import type { Line } from '#core/settlements/lines.ts'
import type { Run } from '#core/settlements/run/run.ts'
import {
  answer,
  call,
  enter,
  fill,
  findButton,
  findText,
  findToast,
  listSent,
  open,
  press,
} from '#web/testing/page.tsx'
import { createDraft, openSaved } from '#web/testing/settlements.ts'

const NONE: DraftCards = { due: 0, waiting: [], off: [] }

/** A draft whose manual entry of fuel is shown as what a card bought. */
async function openCardLine(cards: DraftCards = NONE) {
  const { truckId, billing } = await createDraft({ fuel: '593.67' })
  const path = `/api/billing/${billing}`
  const [line] = await call<Line[]>('GET', `${path}/expenses`)
  const bought = { ...line, kind: 'card', description: "Diesel, Love's 123", cardPurchaseId: 7 }
  answer('GET', new RegExp(`${path}/expenses`), 200, [bought])
  answer('GET', new RegExp(`${path}/cards`), 200, cards)
  await openSaved(truckId)
  return { path, line: line?.id, draft: await call('GET', path) }
}

test('C577 The line of a card purchase leads to the purchase, and is taken off with a reason', async () => {
  await enter()
  const { path, line, draft } = await openCardLine()
  await press('Fuel: 1 deduction')
  const link = await screen.findByRole('link', { name: "Diesel, Love's 123" })
  expect(link.getAttribute('href')).toBe('/fuel-and-tolls?id=7')
  expect(screen.queryByRole('button', { name: /^(Edit|Delete) Diesel/ })).toBeNull()
  answer('POST', /take-off/, 200, draft)
  await press("Take Off: Diesel, Love's 123")
  await press('Take Off')
  await findText('Reason is required')
  await fill({ Reason: 'The carrier pays it' })
  await press('Take Off')
  await findToast('Card purchase taken off')
  const sent = listSent('POST').at(-1)
  expect(sent?.path).toBe(`${path}/expenses/${line}/take-off`)
  expect(JSON.parse(String(sent?.body))).toEqual({ reason: 'The carrier pays it' })
})

test('C576 C577 A draft says what is to be added, what waits and what was taken off', async () => {
  await enter()
  const { path, draft } = await openCardLine({
    due: 6,
    waiting: [{ count: 2, text: '2 card purchases wait: the lease of Ann does not name scales' }],
    off: [{ id: 9, description: 'Scale, CAT 88', day: '2026-11-18', net: '12.50', reason: 'Ours' }],
  })
  await findText('6 card purchases are not on it yet.')
  await findText(/the lease of Ann does not name scales/)
  answer('POST', /put-back/, 200, draft)
  await press('Put Back: Scale, CAT 88')
  await findToast('Card purchase is charged again')
  expect(listSent('POST').at(-1)?.path).toBe(`${path}/cards/9/put-back`)
  await press('Add Card Purchases')
  await findToast('Settlement updated successfully')
  expect(JSON.parse(String(listSent('PUT').at(-1)?.body))).toMatchObject({ recalculate: true })
})

test('C576 The run says which card purchases wait, and Add recalculates the draft', async () => {
  await enter()
  const { billing } = await createDraft()
  const path = '/api/settlements/run?today=2026-11-25&week=2026-11-20'
  const run = await call<Run>('GET', path)
  const rows = run.rows.map((row) => ({
    ...row,
    stale: true,
    exceptions: [{ cause: 'cards', text: '6 card purchases are not on it yet' }],
  }))
  const cards = [{ count: 4, text: '4 card purchases wait: their truck is not known' }]
  answer('GET', /settlements\/run/, 200, { ...run, rows, cards })
  await open('/settlements/run?week=2026-11-20&step=approve')
  await findText(/4 card purchases wait: their truck is not known/)
  const chip = await findButton('6 card purchases are not on it yet')
  chip.click()
  ;(await screen.findByRole('menuitem', { name: 'Add' })).click()
  await waitFor(() => expect(listSent('PUT').at(-1)?.path).toBe(`/api/billing/${billing}`))
})

test('C579 In the run, Approve Anyway at a category that is charged twice answers the question of the approval', async () => {
  await enter()
  const { billing } = await createDraft()
  const path = '/api/settlements/run?today=2026-11-25&week=2026-11-20'
  const run = await call<Run>('GET', path)
  const text = 'Fuel: card purchases $593.67 and 15% deduction $300.00'
  const exceptions = [{ cause: 'charged-twice', text }]
  const rows = run.rows.map((row) => ({ ...row, exceptions }))
  answer('GET', /settlements\/run/, 200, { ...run, rows })
  answer('POST', /approve/, 200, await call('GET', `/api/billing/${billing}`))
  await open('/settlements/run?week=2026-11-20&step=approve')
  ;(await findButton(text)).click()
  ;(await screen.findByRole('menuitem', { name: 'Approve Anyway' })).click()
  await findText('1 of 1 settlements approved')
  const sent = listSent('POST').at(-1)
  expect(JSON.parse(String(sent?.body))).toMatchObject({ confirmed: ['chargedTwice'] })
})
