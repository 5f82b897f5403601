import { expect, test } from 'vitest'
import { makePng } from '#server/testing/pictures.ts'
import { expectAccessible, startApp, findToast } from './app.ts'

const app = startApp()

test('S16 A logo can be uploaded, replaced and removed; a large one is resized', async () => {
  const page = await app.enter()
  await page.goto('/settings')
  const file = page.getByLabel('Logo', { exact: true })
  const preview = page.getByRole('img', { name: 'Statement logo' })
  const save = page.getByRole('button', { name: 'Save Settings' })
  const kept = async () =>
    (await (await page.request.get('/api/settings')).json()) as { logoUrl: string }

  const picture = makePng({ width: 300, height: 90, samples: 4 })
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: picture })
  await preview.waitFor()
  const shown = await preview.evaluate((image: HTMLImageElement) =>
    image.decode().then(() => image.naturalWidth),
  )
  expect(shown).toBe(300)
  await expectAccessible(page)
  await save.click()
  await findToast(page, 'Settings saved successfully').waitFor()
  const { logoUrl } = await kept()
  await page.reload()
  expect(await preview.getAttribute('src')).toBe(logoUrl)

  const large = makePng({ width: 2400, height: 1200 })
  await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: large })
  await page.locator(`img[alt="Statement logo"]:not([src="${logoUrl}"])`).waitFor()
  await save.click()
  await findToast(page, 'Settings updated successfully').waitFor()
  expect((await kept()).logoUrl).not.toBe(logoUrl)

  await page.getByRole('button', { name: 'Remove Logo' }).click()
  expect(await page.getByLabel('Logo URL').inputValue()).toBe('')
  await save.click()
  await expect.poll(async () => (await kept()).logoUrl).toBeNull()
})
