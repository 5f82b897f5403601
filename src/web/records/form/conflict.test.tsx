/** A saved value that changes its look, and saves that meet others. */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { rememberSave } from '#web/api/own-saves.ts'
import {
  call,
  create,
  enter,
  fill,
  findField,
  findText,
  findToast,
  loseAnswer,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

test('B14 B38 C62 A dollar field shows "1,126.65" after leaving it, and stores 1126.65', async () => {
  await enter()
  const load = await create('loads', makeSample('loads', 1))
  const openRevenue = async () => {
    await press('Edit L-1')
    await user.click(await screen.findByRole('tab', { name: 'Financial' }))
    return findField('Revenue')
  }
  await open('/loads')
  const revenue = await openRevenue()
  await user.clear(revenue)
  await user.type(revenue, '1126.65')
  await user.click(await findField('Settlement Date'))
  expect(revenue.value).toBe('1,126.65')
  await press('Save')
  await findToast('Load updated successfully')
  await findText('$1,126.65')
  expect(await call('GET', `/api/loads/${load.id}`)).toMatchObject({ revenue: '1126.65' })
  expect((await openRevenue()).value).toBe('1,126.65')
  // An unchanged form closes without a question.
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))
})

test('B22 C62 A conflict is resolved field by field, and says who made the other save', async () => {
  await enter()
  const values = { ...makeSample('trucks', 1), make: 'Volvo', model: 'VNL' }
  const truck = await create('trucks', values)
  const path = `/api/trucks/${truck.id}`
  await open('/trucks')
  await press('Edit T-1')
  await fill({ Make: 'Kenworth' })
  await call('PUT', path, { ...truck, make: 'Mack', model: 'Anthem' })
  await press('Save')
  const dialog = await screen.findByRole('dialog', { name: 'This record was changed' })
  // Another device: this browser does not know the version.
  await findText('Someone saved it', dialog)
  const isChosen = (field: string, text: string) =>
    within(within(dialog).getByRole('group', { name: field })).getByRole<HTMLInputElement>(
      'radio',
      {
        name: text,
      },
    ).checked
  expect(isChosen('Make', 'Your version: Kenworth')).toBe(true)
  expect(isChosen('Model', 'Saved version: Anthem')).toBe(true)
  await press('Save as chosen')
  await findToast('Truck updated successfully')
  const saved = await call<object>('GET', path)
  expect(saved).toMatchObject({ make: 'Kenworth', model: 'Anthem', version: 3 })

  // As another tab of this browser does.
  await press('Edit T-1')
  await fill({ Make: 'Peterbilt' })
  rememberSave(path, await call('PUT', path, { ...saved, model: '389' }))
  await press('Save')
  await findText(
    'You saved it yourself',
    await screen.findByRole('dialog', { name: 'This record was changed' }),
  )
})

test('B22 A save whose response was lost does not conflict with itself', async () => {
  await enter()
  await create('trucks', makeSample('trucks', 1))
  await open('/trucks')
  await press('Edit T-1')
  await fill({ Make: 'Kenworth' })
  const restore = loseAnswer('PUT', /^\/api\/trucks\//)
  await press('Save')
  await findToast('Failed to update truck')
  restore()
  await press('Save')
  await findToast('Truck updated successfully')
  await waitFor(() => expect(screen.queryAllByRole('dialog')).toEqual([]))
})
