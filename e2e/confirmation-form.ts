/** Steps on the form of a load from its rate confirmation. */
import type { Locator, Page } from 'playwright-core'

/** The drawn papers are dated November 2026. */
export const TODAY = new Date('2026-11-21T09:00:00')

export async function openFile(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  await page.goto('/loads?confirmation')
  await page.getByLabel('Rate confirmation (PDF or photo)').setInputFiles(file)
}

export function findForm(page: Page) {
  return page.getByRole('dialog', { name: 'New Load from a Rate Confirmation' })
}

/** The marks on the pages have the same names. */
export function field(form: Locator, label: string) {
  return form.getByRole('textbox', { name: label, exact: true })
}

export async function readStoredLoad(page: Page) {
  const [load] = (await (await page.request.get('/api/loads')).json()) as Record<string, unknown>[]
  return load
}
