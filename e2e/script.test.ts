import { expect, test } from 'vitest'
import { everyEntity } from '#core/entities/entities.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp } from './app.ts'
import { followTo, SCREENS } from './screens.ts'

const app = startApp()

const SCRIPT = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>'

test('S14 A typed script is shown as text on every screen and in forms', async () => {
  const page = await app.enter()
  for (const { name, fields } of everyEntity) {
    const texts = Object.keys(fields).filter((field) =>
      ['text', 'lines', 'phone'].includes(fields[field]?.control ?? ''),
    )
    await create(page, name, {
      ...makeSample(name),
      ...Object.fromEntries(texts.map((field) => [field, SCRIPT])),
    })
  }
  await page.request.post('/api/settings', {
    data: { companyName: SCRIPT, companyAddress: SCRIPT },
  })
  await page.goto('/')
  for (const screen of SCREENS) {
    await followTo(page, screen)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    expect(await page.evaluate(() => 'pwned' in window), screen).toBe(false)
    expect(await page.locator('img[src=x]').count(), screen).toBe(0)
  }
  for (const { name } of everyEntity) {
    await followTo(page, `/${name}`)
    await page.getByText('<img src=x').first().waitFor()
    await page.getByRole('button', { name: /^Edit/ }).first().click()
    await page.getByRole('dialog').locator('input').first().waitFor()
    expect(await page.evaluate(() => 'pwned' in window), name).toBe(false)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})
