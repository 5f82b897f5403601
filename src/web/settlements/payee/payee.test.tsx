/** The payee of a sold truck's settlements, and the amounts still open with its previous owner. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  call,
  create,
  enter,
  fill,
  findNoText,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'
import { readAmount } from '#web/testing/settlements.ts'

const [FIRST, SECOND] = ['2026-11-13', '2026-11-20'] as const
let samples = 0

/** Statement 1 pays Ann and carries $250.55 forward. Then the truck belongs to Bob and has another load. */
async function createSoldTruck() {
  const ann = await create('owners', { ...makeSample('owners', ++samples), name: 'Ann' })
  const bob = await create('owners', { ...makeSample('owners', ++samples), name: 'Bob' })
  const values = { ...makeSample('trucks', ++samples), ownerId: ann.id }
  const truck = await create('trucks', values)
  const load = { ...makeSample('loads', samples), truckId: truck.id, bolStatus: 'received' }
  await create('loads', { ...load, settlementDate: FIRST, revenue: '100' })
  const first = { truckId: truck.id, settlementDate: FIRST, fuel: '350.55' }
  const { id } = await create('billing', first)
  await call('POST', `/api/billing/${id}/approve`)
  await call('PUT', `/api/trucks/${truck.id}`, { ...values, ownerId: bob.id })
  await create('loads', { ...load, loadId: `S-${samples}`, revenue: '1000' })
  return truck.id
}

const openSettlement = (truckId: number, date: string) =>
  open(`/settlements?truck=${truckId}&date=${date}`)
const expectOther = (amount: string) =>
  waitFor(async () => expect(await readAmount('Other')).toBe(amount))

const OPEN = '$250.55 carried forward from statement 1 is still owed by Ann'

test('C4 C10 An open amount is transferred to the new owner, and an amount of its category cannot offset it', async () => {
  await enter()
  const truckId = await createSoldTruck()
  await create('billing', { truckId, settlementDate: SECOND })
  await openSettlement(truckId, SECOND)
  await findText(OPEN)
  await press('Transfer to Bob')
  await press('Transfer')
  await findText('Reason is required')
  await fill({ Reason: 'Bob agreed to pay it' })
  await press('Transfer')
  await findToast("Transferred to the new payee's next settlement")
  await press(/^Other: 1 deduction/)
  await findText('transferred: Bob agreed to pay it')
  await expectOther('250.55')
  await fill({ Other: '0' })
  await press('Update Settlement Data')
  await findText('$250.55 of Other comes from an earlier statement')
})

test('C10 An open amount is written off with a reason, and the write-off is undone', async () => {
  await enter()
  await openSettlement(await createSoldTruck(), FIRST)
  await press(`Write Off: ${OPEN}`)
  await press('Write Off')
  await findText('Reason is required')
  await fill({ Reason: 'Ann paid it by check 77' })
  await press('Write Off')
  await findText('Written off: $250.55 carried forward. Ann paid it by check 77')
  await findNoText(OPEN)
  await press('Undo Write-Off')
  await findText(OPEN)
})

test('C52 "Why is my check short?" takes two clicks from the list of owners', async () => {
  await enter()
  const ann = await create('owners', { ...makeSample('owners', ++samples), name: 'Ann' })
  const truck = await create('trucks', { ...makeSample('trucks', ++samples), ownerId: ann.id })
  for (const [settlementDate, maintenance] of [
    [FIRST, '0'],
    [SECOND, '812.40'],
  ] as const) {
    const key = { truckId: truck.id, settlementDate }
    await create('loads', { ...makeSample('loads', ++samples), ...key, revenue: '3000' })
    const { id } = await create('billing', { ...key, maintenance })
    await call('POST', `/api/billing/${id}/approve`)
  }
  await open('/owners')
  await user.click(await screen.findByRole('link', { name: 'Ann' }))
  const statement = await screen.findByRole('row', { name: /#2 11\/20\/2026/ })
  await user.click(within(statement).getByText('$2,187.60'))
  await screen.findByRole('heading', { level: 1, name: 'Statement #2' })
  await findText('Net is $812.40 less than on #1.')
  await findText('Mostly: Maintenance -$812.40.')
  const row = await screen.findByRole('row', { name: /^Maintenance/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['-$812.40', '$0.00', '-$812.40'])
  const payee = await screen.findByRole('link', { name: 'Ann' })
  await user.click(await screen.findByRole('link', { name: 'Open #1' }))
  await findText('There is no earlier statement')
  expect(payee.getAttribute('href')).toBe(`/owners/${ann.id}`)
})

test('C10 The run changes a payee in place', async () => {
  await enter()
  const dan = await create('drivers', { ...makeSample('drivers', ++samples), name: 'Dan' })
  const eve = await create('drivers', { ...makeSample('drivers', ++samples), name: 'Eve' })
  const values = { ...makeSample('trucks', ++samples), driverId: dan.id }
  const truck = await create('trucks', values)
  const load = { ...makeSample('loads', samples), truckId: truck.id, bolStatus: 'received' }
  await create('loads', { ...load, settlementDate: SECOND, revenue: '1000' })
  await create('billing', { truckId: truck.id, settlementDate: SECOND })
  await call('PUT', `/api/trucks/${truck.id}`, { ...values, driverId: eve.id })
  setClock('2026-11-25T12:00:00')
  await open('/settlements/run')
  await findText("Pays Dan, but the truck's driver is now Eve")
  await press(`Change Payee: truck ${truck.truckId as string}`)
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('combobox', { name: /^Driver/ }))
  await user.click(await screen.findByRole('option', { name: /^Eve/ }))
  await press('Save')
  await findNoText('Pays Dan')
})
