import { expect, test } from 'vitest'
import { expectAccessible, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

test('C64 C65 The dashboard fills an empty account with sample data and empties it', async () => {
  const page = await app.enter()
  await page.goto('/')
  await button(page, 'Fill with Sample Data').click()
  const notice = page.getByRole('region', { name: 'Sample data' })
  await notice.getByText('These figures are sample data.').waitFor()
  await expectAccessible(page)
  const [load] = (await (await page.request.get('/api/loads')).json()) as { id: number }[]
  const data = { ...load, notes: 'Ours' }
  expect((await page.request.put(`/api/loads/${load?.id}`, { data })).status()).toBe(200)
  await notice.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Keep 1 sample record that you changed').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Sample Data' }).click()
  await page.getByText('Get Started').waitFor()
  await button(page, 'Fill with Sample Data').waitFor()
})
