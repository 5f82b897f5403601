/** Common steps on the screens. */
import type { Locator, Page } from 'playwright-core'
import { findToast } from './app.ts'

/** Finds a button by its full name or by a pattern. */
export function button(page: Page | Locator, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' })
}

/** Fills in fields by their labels. */
export async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value)
  }
}

/** The option that Enter would choose: the list selects it a moment after the letters. */
export function selectedOption(page: Page, name: string | RegExp) {
  return page.getByRole('option', { name }).and(page.locator('[data-selected=true]'))
}

/** Chooses an option of a picker by typing. */
export async function choose(page: Page, label: string, text: string) {
  await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).click()
  await page.getByPlaceholder('Type to search').fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** Opens a place of the sidebar and adds a record. */
export async function add(
  page: Page,
  screen: string,
  singular: string,
  values: Record<string, string>,
  links: Record<string, string> = {},
) {
  const places = page.getByRole('navigation', { name: 'Main' })
  await places.getByRole('link', { name: screen, exact: true }).click()
  await page
    .getByRole('button', { name: `Add ${singular}` })
    .first()
    .click()
  await fill(page, values)
  for (const [label, text] of Object.entries(links)) await choose(page, label, text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, `${singular} added successfully`).waitFor()
}

/** Holds requests to `path` until the returned function is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return release
}
