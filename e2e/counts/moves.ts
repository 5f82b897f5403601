/** Actions of a person who knows the screens. Nothing here uses `page.fill`, which presses no keys. */
import type { Locator, Page } from 'playwright-core'
import { button, selectedOption } from '#e2e/steps.ts'

const MAX_TABS = 60

export function field(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}( \\*)?$`)).first()
}

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor()
  for (let n = 0; n < MAX_TABS; n++) {
    if (await target.and(page.locator(':focus')).count()) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not reach ${String(target)}`)
}

/** Types into fields in tab order. */
export async function typeInto(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await tabTo(page, field(page, label))
    await page.keyboard.type(value)
  }
}

/** Opens a picker by Enter, types, and chooses the first match by Enter. */
export async function pick(page: Page, label: string, typed: string, option: string) {
  await tabTo(page, field(page, label).or(button(page, label)))
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Type to search').waitFor()
  await typeAndChoose(page, typed, option)
}

/** Opens a picker by its first letter, and chooses the first match by Enter. */
export async function pickByLetters(page: Page, label: string, typed: string, option: string) {
  await tabTo(page, field(page, label))
  await typeAndChoose(page, typed, option)
}

async function typeAndChoose(page: Page, typed: string, option: string): Promise<void> {
  await page.keyboard.type(typed)
  await selectedOption(page, option).waitFor()
  await page.keyboard.press('Enter')
}

/** Clicks a link of the sidebar, which shows the number of open items after some names. */
export async function clickLink(page: Page, name: string): Promise<void> {
  const escaped = name.replaceAll(/[()]/g, String.raw`\$&`)
  await page
    .getByRole('link', { name: new RegExp(`^${escaped}(?: [\\d,]+ open)?$`) })
    .first()
    .click()
}

/** Waits for the file that `act` downloads. */
export async function download(page: Page, act: () => Promise<void>): Promise<void> {
  const [file] = await Promise.all([page.waitForEvent('download'), act()])
  await file.path()
}
