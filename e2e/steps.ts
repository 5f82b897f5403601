/** What a person does on the screens, again and again. */
import type { Page } from 'playwright-core'
import { findToast } from './app.ts'

/** By the whole of its name, or by a pattern. */
export function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: typeof name === 'string' })
}

/** Fills in fields by their labels. */
export async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).fill(value)
  }
}

/** Chooses in a picker by typing, as a person would. */
export async function choose(page: Page, label: string, text: string) {
  await page.getByLabel(new RegExp(`^${label}( \\*)?$`)).click()
  await page.getByPlaceholder('Type to search').fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** Goes to a screen and adds a record there. */
export async function add(
  page: Page,
  screen: string,
  one: string,
  values: Record<string, string>,
  links: Record<string, string> = {},
) {
  await page.getByRole('link', { name: screen, exact: true }).click()
  await page
    .getByRole('button', { name: `Add ${one}` })
    .first()
    .click()
  await fill(page, values)
  for (const [label, text] of Object.entries(links)) await choose(page, label, text)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await findToast(page, `${one} added successfully`).waitFor()
}

/** Keeps calls waiting until the function that it gives is called. */
export async function hold(page: Page, path: string): Promise<() => void> {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(path, async (route) => {
    await held
    await route.continue()
  })
  return answer
}
