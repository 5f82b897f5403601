import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { call, create, enter, findText, findToast, open, press, user } from '#web/testing/page.tsx'

type Driver = { id: number; name: string; phone: string; notes: string | null }

const LICENSE = { licenseNumber: 'TX-4471', licenseState: 'TX' }

/** Two records of one driver, of which one has notes. */
async function makeDoubles() {
  await enter()
  const sample = { ...makeSample('drivers'), ...LICENSE }
  await create('drivers', { ...sample, name: 'Luis Ramirez', phone: '(555) 010-0001', notes: '' })
  const double = { licenseNumber: 'tx4471', name: 'Luis R.', phone: '(555) 010-0002' }
  await create('drivers', { ...sample, ...double, notes: 'Has a dog' })
  await open('/drivers')
  await findText(/2 drivers have the License # .*: Luis Ramirez, Luis R\./)
}

const readDrivers = () => call<Driver[]>('GET', '/api/drivers')

test('C501 C503 A notice above the list opens the merge, which asks where both have a value', async () => {
  await makeDoubles()
  await user.click(screen.getByRole('button', { name: /^Merge 2 drivers/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Drivers' }))
  const phone = within(await dialog.findByRole('radiogroup', { name: 'Phone' }))
  expect(dialog.queryByRole('radiogroup', { name: 'Notes' })).toBeNull()
  await user.click(phone.getByRole('radio', { name: '(555) 010-0002' }))
  await dialog.findByText('Luis R. is deleted. This can’t be undone.')
  await press('Merge Drivers')
  await findToast('Luis R. was merged into Luis Ramirez')
  expect(await readDrivers()).toMatchObject([
    { name: 'Luis Ramirez', phone: '(555) 010-0002', notes: 'Has a dog' },
  ])
  await waitFor(() => expect(screen.queryByText(/2 drivers have the License/)).toBeNull())
})

test('C501 The other record can be the one that stays', async () => {
  await makeDoubles()
  await user.click(screen.getByRole('button', { name: /^Merge 2 drivers/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Drivers' }))
  const keep = await dialog.findByRole('combobox', { name: 'Keep This Driver' })
  await user.selectOptions(keep, within(keep).getByRole('option', { name: /^Luis R\./ }))
  await dialog.findByText('Luis Ramirez is deleted. This can’t be undone.')
  await press('Merge Drivers')
  await findToast('Luis Ramirez was merged into Luis R.')
  expect(await readDrivers()).toMatchObject([{ name: 'Luis R.', phone: '(555) 010-0002' }])
})
