/** What each role sees and does on the screens, and changes of a membership while its member works (SPEC C68, C82, C83). */
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#core/team/roles.ts'
import type { Team } from '#core/team/team.ts'
import { makeSample } from '#server/testing/samples.ts'
import { follow } from '#web/testing/loads.ts'
import {
  becomeMember,
  becomePerson,
  call,
  choose,
  create,
  enter,
  enterCompany,
  fill,
  findField,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'

type Carrier = { admin: string; ownerId: number; loadId: number }

/** A carrier with driver Mike Miles, and truck 100 of an owner with load L-1 of $2,400.00. */
async function enterCarrier(): Promise<Carrier> {
  const admin = await enter()
  await enterCompany()
  const owner = await create('owners', { ...makeSample('owners'), name: 'Olga Owens' })
  await create('drivers', { ...makeSample('drivers'), name: 'Mike Miles' })
  const values = { ...makeSample('trucks'), truckId: '100', ownerId: owner.id }
  const truck = await create('trucks', values)
  const received = { bolStatus: 'received', truckId: truck.id }
  const load = await create('loads', { ...makeSample('loads'), ...received })
  return { admin, ownerId: owner.id, loadId: load.id }
}

/** At noon of Wednesday, 11/25/2026. */
async function enterAs(role: Role): Promise<Carrier & { member: string }> {
  const carrier = await enterCarrier()
  const member = await becomeMember(role)
  setClock('2026-11-25T12:00:00')
  return { ...carrier, member }
}

const findTitle = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const findHeading = (name: string) => screen.findByRole('heading', { name })

async function expectNoAccess(path: string): Promise<void> {
  await open(path)
  await findTitle('No Access')
  await findText('Your role has no access to this page')
}

async function expectLinks({ shown, hidden }: Record<'shown' | 'hidden', string>): Promise<void> {
  const main = await screen.findByRole('navigation', { name: 'Main' })
  await within(main).findByRole('link', { name: shown })
  expect(within(main).queryByRole('link', { name: hidden })).toBe(null)
}

/** Fills in a load of $1,850.00, except its truck. */
async function fillLoad(): Promise<void> {
  await open('/loads?add')
  await fill({ 'Load #': 'D-1' })
  await user.click(await screen.findByRole('tab', { name: 'Route' }))
  await fill({ 'Pickup State': 'TX', 'Pickup Date': '11/24/2026', 'Delivery State': 'GA' })
  await user.click(await screen.findByRole('tab', { name: 'Financial' }))
  await fill({ Revenue: '1,850' })
}

test('C82 Accounting settles and pays the week, without settings and team', async () => {
  await enterAs('accounting')
  await open('/settlements/run?week=2026-11-20')
  await press('Prepare 1 Settlement')
  await findText('1 of 1 settlements prepared')
  await press('Approve 1 Settlement')
  await findText('1 of 1 settlements approved')
  await fill({ 'First Check #': '1001' })
  await press('Pay 1 Payee')
  await press(/^Pay \$/)
  await findText('1 of 1 payees paid')
  await open('/settings/deductions')
  await findHeading('Deductions of Every Truck')
  expect(screen.queryByLabelText('Fuel Percent')).toBe(null)
  await open('/settings')
  await findHeading('Account')
  expect(screen.queryByRole('heading', { name: 'Company Information' })).toBe(null)
  await expectNoAccess('/settings/team')
})

test('C73 Accounting edits a driver in the list, and the bank details stay', async () => {
  await enterAs('accounting')
  await open('/drivers')
  await press('Edit Mike Miles')
  expect((await findField('Bank Details')).value).toBe('First Bank\n000123')
  await fill({ Phone: '(555) 010-1440' })
  await press('Save')
  await findToast('Driver updated successfully')
  await findText('(555) 010-1440')
  await follow('Mike Miles')
  await findText('Ends in 0123')
  await press('Show Bank Details')
  await findText('First Bank 000123')
  await press('Edit')
  expect((await findField('Bank Details')).value).toBe('First Bank\n000123')
})

test('C82 A dispatcher books a load with its revenue, without settlements', async () => {
  await enterAs('dispatcher')
  await fillLoad()
  await user.click(await screen.findByRole('tab', { name: 'General' }))
  await choose('Truck', '100')
  await press('Save')
  await findToast('Load added successfully')
  await findText('$1,850.00')
  await expectLinks({ shown: 'Loads', hidden: 'Settlements' })
  await open('/drivers')
  await follow('Mike Miles')
  await findHeading('Contact and License')
  expect(screen.queryByText('Bank Details')).toBe(null)
  expect(screen.queryByRole('heading', { name: 'Statements' })).toBe(null)
  await expectNoAccess('/settlements/run')
})

test('C82 Safety renews a license and reads loads without revenue', async () => {
  await enterAs('safety')
  await open('/')
  await findHeading('Pending BOL')
  expect(screen.queryByRole('heading', { name: 'Revenue' })).toBe(null)
  await open('/drivers')
  await press('Edit Mike Miles')
  await fill({ 'License Expiry': '11/30/2029' })
  await press('Save')
  await findToast('Driver updated successfully')
  await open('/loads')
  await screen.findByRole('link', { name: 'L-1' })
  expect(screen.queryByText(/\$/)).toBe(null)
  expect(screen.queryByRole('button', { name: /Add|Edit|Delete/ })).toBe(null)
})

test('C82 A viewer looks up a load and a driver without revenue, and changes nothing', async () => {
  await enterAs('viewer')
  await open('/')
  await findHeading('Pending BOL')
  await expectLinks({ shown: 'Loads', hidden: 'Trash' })
  await open('/loads')
  await follow('L-1')
  await findTitle(/L-1/)
  expect(screen.queryByText(/\$/)).toBe(null)
  await open('/drivers')
  await screen.findByRole('link', { name: 'Mike Miles' })
  const changes = /Add|Edit|Delete|Import|Export/
  expect(screen.queryByRole('button', { name: changes })).toBe(null)
  await expectNoAccess('/settlements')
})

test('C78 C82 A truck owner reads a statement and loads, and no office data', async () => {
  const { ownerId } = await enterCarrier()
  const [truck] = await call<{ id: number }[]>('GET', '/api/trucks')
  const settlement = { truckId: truck?.id, settlementDate: '2026-11-20' }
  const { id } = await create('billing', settlement)
  await call('POST', `/api/billing/${id}/approve`)
  await becomeMember('owner', { ownerId })
  await open('/')
  await follow(/Statement 1/)
  await findText('$2,400.00')
  await follow('Loads')
  await findText('L-1')
  for (const path of ['/api/loads', '/api/billing', '/api/team'])
    await expect(call('GET', path)).rejects.toThrow('403')
})

test('C82 A role that is changed while a form is open keeps what was typed', async () => {
  const { admin, member } = await enterAs('dispatcher')
  await fillLoad()
  await becomePerson(admin)
  const { members } = await call<{ members: { id: number; name: string }[] }>('GET', '/api/team')
  const { id } = members.find(({ name }) => name === 'Sam Doe') ?? {}
  await call('PUT', `/api/team/members/${id}`, { role: 'safety' })
  await becomePerson(member)
  await press('Save')
  await findText('Your role is now Safety.')
  await findToast('Failed to add load')
  await user.click(await screen.findByRole('tab', { name: 'General' }))
  expect((await findField('Load #')).value).toBe('D-1')
  await press('Cancel')
  await press('Discard')
  expect(screen.queryByRole('button', { name: 'Add Load' })).toBe(null)
})

test('C68 C82 After a membership ends, the member’s next click opens the login', async () => {
  const { admin, member } = await enterAs('safety')
  await becomePerson(admin)
  await open('/settings/team')
  await press('End membership of Sam Doe')
  await press('End Membership')
  await findToast('Membership ended')
  await becomePerson(member).catch(() => undefined)
  await follow('Drivers')
  await findTitle('Login to Your Account')
})

test('C69 The invitation says what a role sees and does', async () => {
  await enterCarrier()
  await open('/settings')
  await follow('Team')
  await press('Invite')
  const dialog = await screen.findByRole('dialog', { name: 'Invite to the Team' })
  for (const [role, explained] of [
    ['Accounting', 'Everything except settings and team.'],
    ['Dispatcher', 'Sees load revenue and invoices, but no settlements.'],
    ['Safety', 'without revenue'],
    ['Viewer', 'Changes nothing.'],
    ['Truck Owner', 'the loads of their trucks'],
  ] as const) {
    await user.selectOptions(within(dialog).getByLabelText(/^Role/), role)
    await findText(explained, dialog)
  }
})

test('C484 A truck owner is invited to the portal from their page, filled in', async () => {
  const { ownerId } = await enterCarrier()
  await open(`/owners/${ownerId}`)
  const card = await screen.findByRole('region', { name: 'Portal Access' })
  await findText('No login yet.', card)
  await press('Invite to Portal', card)
  await press('Create Link', await screen.findByRole('dialog', { name: 'Invite to Portal' }))
  const link = await findField('Link')
  expect(link.value).toMatch(/\/invitation#./)
  await press('Done')
  const { email } = await call<{ email: string }>('GET', `/api/owners/${ownerId}`)
  await findText(`Invited: ${email}`, card)
  const { invitations } = await call<Team>('GET', '/api/team')
  expect(invitations).toMatchObject([{ role: 'owner', ownerId, email }])
})
