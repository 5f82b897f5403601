import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import {
  answer,
  call,
  create,
  enter,
  enterCompany,
  fill,
  findButton,
  findField,
  findText,
  findToast,
  listSent,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

const WEEK = '/settlements/run?week=2026-11-20'

/** Opens a step of the run. */
const openStep = async (name: string) =>
  press(new RegExp(name), await screen.findByRole('navigation', { name: 'Steps' }))

test('C8 C352 A settlement run creates, approves and pays the settlements of a week, after it shows the sum', async () => {
  await enter()
  await enterCompany()
  const owner = await create('owners', { ...makeSample('owners'), paymentMethod: 'check' })
  for (const [at, bolStatus] of ['received', 'received', 'pending'].entries()) {
    const truck = await create('trucks', { ...makeSample('trucks', at), ownerId: owner.id })
    const load = { ...makeSample('loads', at), truckId: truck.id, bolStatus, revenue: '1000' }
    await create('loads', load)
  }
  setClock('2026-11-25T12:00:00')
  await open('/settlements')
  const [link] = await screen.findAllByRole('link', { name: /^Run/ })
  if (link) await user.click(link)
  await findText('11/15/2026 – 11/21/2026')
  await findText('Missing 1 BOL')
  await press('Prepare 3 Settlements')
  await findText('3 of 3 settlements prepared')
  await press('Approve 2 Settlements')
  await findText('2 of 2 settlements approved')
  await findText('Approved #1')
  // "Approve 0 Settlements" is disabled: the focus is on the step.
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Step 2 of 4: Approve'),
  )
  // The draft with the exception is not approved yet, so the run stays on the step.
  await press('Missing BOL 1')
  await findText('Total (1 settlement)')
  await openStep('Pay')
  // The grid takes the focus from the button.
  const first = await findField('First Check #')
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('1001')
  await press('Pay 1 Payee')
  const sum = await screen.findByRole('dialog', { name: /^Pay \$[\d,.]+ to 1 Payee\?$/ })
  expect(sum.textContent).not.toContain('without a number')
  await press('Cancel', sum)
  await user.clear(await findField('First Check #'))
  await press('Pay 1 Payee')
  await findText('1 check without a number. You can add numbers later on the Payments screen.')
  await press(/^Pay \$/)
  await findText('1 of 1 payees paid')
  await openStep('Send')
  await press('Missing BOL 1')
  await findText('Paid #2')
  await press('Previous week')
  await findText('No loads have a settlement date this week.')
  await findText('Next: 11/15/2026 – 11/21/2026 (1 open)')
})

test('C11 The run pays each payee by their own method, and numbers follow the order shown', async () => {
  await enter()
  await enterCompany()
  const owners: number[] = []
  for (const [at, paymentMethod] of ['check', 'ach', 'check'].entries()) {
    const owner = { ...makeSample('owners', at), name: `Owner ${at + 1}`, paymentMethod }
    owners.push((await create('owners', owner)).id)
  }
  // Owner 1 has the trucks 101 and 104.
  for (const [at, truckId] of ['101', '102', '103', '104'].entries()) {
    const values = { ...makeSample('trucks', at), truckId, ownerId: owners[at % 3] ?? null }
    const truck = await create('trucks', values)
    const load = { ...makeSample('loads', at), truckId: truck.id, bolStatus: 'received' }
    await create('loads', { ...load, revenue: `${at + 1}000` })
  }
  await open(WEEK)
  await press('Prepare 4 Settlements')
  await findText('4 of 4 settlements prepared')
  const total = await findText('Total for Owner 1')
  expect(total.closest('tr')?.textContent).toContain('$5,000.00')
  await press('Approve 4 Settlements')
  await findText('4 of 4 settlements approved')
  await openStep('Send')
  // Owner 1's second truck follows the first one.
  for (const [at, truck] of ['101', '104', '102', '103'].entries()) {
    const link = await screen.findByRole('link', { name: truck })
    await waitFor(() => expect(link.closest('tr')?.textContent).toContain(`Approved #${at + 1}`))
  }
  await openStep('Pay')
  await fill({ 'First Check #': '1001' })
  const cell = (field: string, owner: number) =>
    screen.getByLabelText<HTMLInputElement>(`${field}: Owner ${owner}`)
  // Owner 1 gets 1,000.00 + 4,000.00 in one check; owner 2 is paid by ACH and takes no number.
  expect(cell('To Pay', 1).value).toBe('5,000.00')
  expect(cell('Method', 2).value).toBe('ach')
  const numbers = [1, 2, 3].map((owner) => cell('Check # or Reference', owner).value)
  expect(numbers).toEqual(['1001', '', '1002'])
  await user.type(cell('To Pay', 1), '{Enter}')
  expect(document.activeElement).toBe(cell('To Pay', 2))
  await press('Pay 3 Payees')
  const dialog = await screen.findByRole('dialog', { name: 'Pay $10,000.00 to 3 Payees?' })
  await findText('Owner 1 Check 1001', dialog)
  await findText('Owner 2 ACH', dialog)
  await press('Pay $10,000.00', dialog)
  await findText('3 of 3 payees paid')
  await findText('All settlements of this week are paid.')
  await open('/payments')
  await screen.findByRole('cell', { name: '$5,000.00' })
  const [payment] = await screen.findAllByRole('button', { name: /^Open payment/ })
  if (payment) await user.click(payment)
  await findButton('Reverse')
})

test('C353 The payment’s dialog adds a check number and a memo later', async () => {
  await enter()
  const { id: ownerId } = await create('owners', { ...makeSample('owners'), name: 'Maria' })
  const { id: truckId } = await create('trucks', { ...makeSample('trucks'), ownerId })
  await create('loads', { ...makeSample('loads'), truckId, bolStatus: 'received' })
  const sent = { truckId, settlementDate: '2026-11-20' }
  const { id } = await call<{ id: number }>('POST', '/api/billing', sent)
  await call('POST', `/api/billing/${id}/approve`)
  const paid = { paidOn: '2026-11-25', paymentMethod: 'check', confirmed: ['paidOn'] }
  await call('POST', `/api/billing/${id}/pay`, paid)
  await open('/payments')
  await press(/^Open payment/)
  await press('Check # and Memo')
  await fill({ 'Check # or Reference': '2001', Memo: 'Week 47' })
  await press('Save')
  await findToast('Payment saved')
  const [row] = await call<object[]>('GET', '/api/payments')
  expect(row).toMatchObject({ reference: '2001', note: 'Week 47' })
})

test('C354 The lines of the run have their category, extra pay is an earning, and the columns are their sums', async () => {
  await enter()
  const { id: truckId } = await create('trucks', makeSample('trucks'))
  await create('loads', { ...makeSample('loads'), truckId, revenue: '1000.00' })
  const sent = { truckId, settlementDate: '2026-11-20', fuel: '534.60', insurance: '350.00' }
  const { id } = await call<{ id: number }>('POST', '/api/billing', sent)
  const pay = { extraPay: 'detention', description: 'Detention at the delivery', pay: '150.00' }
  await call('POST', `/api/billing/${id}/expenses`, { ...pay, date: '2026-11-20' })
  await open(WEEK)
  await press(/^Show lines/)
  // The row and the total of the week.
  const row = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(row).toContain('$1,150.00of which $150.00 extra pay')
  expect(row).toContain('$884.60')
  const read = async (title: string) => {
    const head = await screen.findByRole('heading', { level: 3, name: title })
    const items = head.closest('section')?.querySelectorAll('li') ?? []
    return [...items].map(({ textContent }) => textContent)
  }
  expect(await read('Earnings')).toEqual([
    'L-1Dallas – Atlanta$1,000.00',
    'Detention at the deliveryExtra pay$150.00',
    'Gross$1,150.00',
  ])
  expect(await read('Deductions')).toEqual([
    'Fuel: Manual entry$534.60',
    'Insurance: Manual entry$350.00',
    'Total$884.60',
  ])
})

/** The numbers of the loads that the list shows. */
function readShownLoads(): string[] {
  const cells = document.querySelectorAll('tbody tr td:nth-child(2)')
  return [...cells].map((cell) => /^L-\d/.exec(cell.textContent)?.[0] ?? '')
}

const expectLoads = (numbers: string[]) => waitFor(() => expect(readShownLoads()).toEqual(numbers))

test('B60 B61 C8 The run shows delivered loads without a settlement date', async () => {
  await enter()
  for (const index of [1, 2]) {
    const settlementDate = index === 1 ? '2026-11-20' : null
    const load = { ...makeSample('loads', index), deliveryStatus: 'delivered', settlementDate }
    await create('loads', load)
  }
  await open('/settlements/run')
  await findText('1 delivered load has no settlement date')
  await user.click(await screen.findByRole('link', { name: 'Review' }))
  await expectLoads(['L-2'])
  await screen.findByText('Not on a Settlement', {
    selector: 'a[aria-current=true] *, a[aria-current=true]',
  })
  await press('Settlement Date: Blank')
  await user.click(await screen.findByRole('checkbox', { name: 'Blank' }))
  await expectLoads(['L-2', 'L-1'])
  await press('Filter')
  const fields = await screen.findByRole('list', { name: 'Filter by' })
  await user.click(within(fields).getByText('Settlement Date'))
  await fill({ From: '11/1/2026' })
  await press('Apply')
  await expectLoads(['L-1'])
  await press('Settlement Date: from 11/1/2026')
  await user.click(await screen.findByRole('checkbox', { name: 'Blank' }))
  await expectLoads(['L-2'])
  const query = new URLSearchParams(location.search)
  expect(Object.fromEntries(query)).toEqual({
    deliveryStatus: 'delivered',
    settlementDate: 'none',
    settledElsewhere: 'no',
  })
})

test('C8 Lines in the run that could not be loaded are loaded by Retry', async () => {
  await enter()
  const truck = await create('trucks', makeSample('trucks'))
  const load = { ...makeSample('loads'), truckId: truck.id, revenue: '1000' }
  const { settlementDate } = await create('loads', load)
  const { id } = await create('billing', { truckId: truck.id, settlementDate })
  const line = { category: 'fuel', description: 'Diesel', amount: '100' }
  await create(`billing/${id}/expenses`, line)
  setClock('2026-11-25T12:00:00')
  await open('/settlements/run')
  const restore = answer('GET', /^\/api\/billing\/\d+\/expenses/, 404, { message: 'Gone' })
  await press(/^Show lines/)
  await findText("Couldn't load this: Gone")
  restore()
  await press('Retry')
  await findText('Diesel')
})

/** A draft of 11/20/2026 of truck 101 with a load of 3,000.00. Statement 1 of 11/13/2026 is 250.00 too low. */
async function createChangedStatement() {
  await enter()
  const truck = await create('trucks', { ...makeSample('trucks'), truckId: '101' })
  const add = (index: number, settlementDate: string, revenue: string) => {
    const load = { ...makeSample('loads', index), truckId: truck.id, settlementDate, revenue }
    return create('loads', { ...load, bolStatus: 'received' })
  }
  const load = await add(1, '2026-11-13', '1000')
  const { id } = await create('billing', { truckId: truck.id, settlementDate: '2026-11-13' })
  await call('POST', `/api/billing/${id}/approve`)
  await add(2, '2026-11-20', '3000')
  await call('PUT', `/api/loads/${load.id}?settled=leave`, { ...load, revenue: '1250' })
  await create('billing', { truckId: truck.id, settlementDate: '2026-11-20' })
  return id
}

test('C361 Prepare lists waiting adjustments and adds them to the drafts', async () => {
  const id = await createChangedStatement()
  await open(WEEK)
  await findText('on the 11/20/2026 settlement')
  await press(/1 load changed after approval/)
  const statement = await screen.findByRole('menuitem', { name: 'Open Statement #1' })
  expect(statement.getAttribute('href')).toBe(`/settlements/statements/${id}`)
  await user.keyboard('{Escape}')
  await press('Prepare 1 Settlement')
  await findText('1 of 1 settlements prepared')
  await screen.findAllByRole('cell', { name: '$3,250.00' })
  expect(screen.queryByText(/changed after approval/)).toBe(null)
})

test('C361 Without the check mark, Prepare leaves the adjustments and the run continues', async () => {
  await createChangedStatement()
  await open(WEEK)
  await user.click(
    await screen.findByRole('checkbox', {
      name: 'Adjust 1 statement whose loads changed after approval',
    }),
  )
  // The draft with the open difference has an exception: it is not selected.
  await findButton('Approve 0 Settlements')
})

test('C341 C8 Cancel of the company question stops a bulk step, and no further row asks', async () => {
  await enter()
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  for (const at of [0, 1]) {
    const truck = await create('trucks', { ...makeSample('trucks', at), driverId })
    const load = { ...makeSample('loads', at), truckId: truck.id, bolStatus: 'received' }
    await create('loads', { ...load, revenue: '1000' })
  }
  setClock('2026-11-25T12:00:00')
  await open(WEEK)
  await press('Prepare 2 Settlements')
  await findText('2 of 2 settlements prepared')
  for (const tries of [1, 2]) {
    await press('Approve 2 Settlements')
    const dialog = await screen.findByRole('dialog', { name: 'Enter Your Company Details' })
    await press('Cancel', dialog)
    await findText('0 of 2 settlements approved (stopped)')
    await findToast('Canceled. This change was not made.')
    expect(screen.queryByRole('dialog')).toBe(null)
    const approvals = listSent('POST').filter(({ path }) => path.endsWith('/approve'))
    expect(approvals).toHaveLength(tries)
  }
})
