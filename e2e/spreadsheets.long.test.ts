/**
 * Thirty spreadsheets of fifty loads, as five invented carriers keep them, imported by clicks (SPEC C517). `spreadsheets/` has the files, written
 * by LibreOffice, Gnumeric, openpyxl, XlsxWriter and as CSV of several programs, and what they say: `expected.jsonl` was written
 * together with them, without Haulbook.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AnyRecord } from '#core/entities/entity.ts'
import { makeSample } from '#server/testing/samples.ts'
import { create, findToast, startApp } from './app.ts'

const FOLDER = path.join(import.meta.dirname, 'spreadsheets')
const MOST_CLICKS = 8

/** `answers`: what a person who knows the file answers, if the dialog asks. `columns`: the fields of `rows`. */
type Sheet = {
  file: string
  what: string
  refused?: string
  fleet: { trucks: string[]; drivers: string[]; brokers: string[] }
  answers: {
    columns?: Record<string, string>
    same?: Record<string, string>
    year?: 'nearest'
    decimals?: 'comma'
    drop?: string[]
  }
  columns: string[]
  rows: string[][]
}

const SHEETS = readFileSync(path.join(FOLDER, 'expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Sheet)

const app = startApp()

test.each(SHEETS)('C517 $file is imported by at most eight clicks: $what', async (sheet) => {
  const page = await app.enter()
  await createFleet(page, sheet.fleet)
  await page.goto('/loads')
  const steps = openSteps(page)
  await steps.click(page.getByRole('button', { name: 'Import File' }))
  if (sheet.refused) {
    app.expectComplaint(/400/)
    await steps.chooseFile(path.join(FOLDER, sheet.file))
    await steps.dialog.getByText(sheet.refused).waitFor()
    return
  }
  await steps.chooseFile(path.join(FOLDER, sheet.file))
  await answer(page, steps, sheet.answers)
  await steps.importAll()
  await findToast(page, /loads? imported/).waitFor()

  const stored = (await (await page.request.get('/api/loads')).json()) as AnyRecord[]
  const byNumber = new Map(stored.map((load) => [load.loadId, load]))
  const at = sheet.columns.indexOf('loadId')
  const found = sheet.rows.map((row) => {
    const load = byNumber.get(row[at] ?? '')
    return sheet.columns.map((column) => (load ? read(load, column) : 'no load'))
  })
  expect(found).toEqual(sheet.rows)
  expect(stored).toHaveLength(sheet.rows.length)
  process.stdout.write(`${sheet.file}: ${steps.clicks()} clicks\n`)
  expect(steps.clicks()).toBeLessThanOrEqual(MOST_CLICKS)
})

async function createFleet(page: Page, { trucks, drivers, brokers }: Sheet['fleet']) {
  for (const [n, truckId] of trucks.entries())
    await create(page, 'trucks', { ...makeSample('trucks', n), truckId })
  for (const [n, name] of drivers.entries())
    await create(page, 'drivers', { ...makeSample('drivers', n), name })
  for (const [n, companyName] of brokers.entries())
    await create(page, 'brokers', { ...makeSample('brokers', n), companyName })
}

const LINKS: Record<string, string> = { truck: 'truckId', driver: 'driverId', broker: 'brokerId' }

function read(load: AnyRecord, column: string): string {
  const link = LINKS[column]
  const value = link ? load.labels[link] : load[column]
  return value === null || value === undefined ? '' : String(value)
}

type Steps = ReturnType<typeof openSteps>

/** Counts clicks. After each one, the check of the file must have been answered. */
function openSteps(page: Page) {
  let clicks = 0
  const dialog = page.getByRole('dialog')
  const imports = dialog.getByRole('button', { name: /^(?:Import|Update|Continue)\b/ })

  async function check(act: () => Promise<unknown>, count = 1): Promise<void> {
    const checked = page.waitForResponse(/\/import(?:\/check|s\/sheets)/)
    await act()
    clicks += count
    await checked
    await settle()
  }

  async function settle(): Promise<void> {
    await dialog.getByText(/^Checking /).waitFor({ state: 'hidden' })
  }

  const readFile = () =>
    dialog
      .locator('li[aria-current=step]')
      .textContent({ timeout: 100 })
      .catch(() => '')

  return {
    dialog,
    clicks: () => clicks,
    check,
    async click(locator: Locator) {
      await locator.click()
      clicks++
    },
    /** One click on the button, and one in the dialog of the operating system. */
    async chooseFile(file: string) {
      const input = page.getByLabel('CSV file or Excel workbook')
      await check(() => input.setInputFiles(file), 2)
      const isReady = async () => (await hasProblem(dialog)) || imports.isEnabled({ timeout: 500 })
      await expect.poll(() => isReady().catch(() => false)).toBe(true)
    },
    /** The sheets of a workbook are files of their own: each click imports the next ones that leave nothing to decide. */
    async importAll() {
      for (;;) {
        const before = await readFile()
        await imports.click()
        clicks++
        const state = async () => {
          if (await dialog.isHidden()) return 'done'
          const isNext =
            (await readFile()) !== before && (await imports.isEnabled({ timeout: 100 }))
          return isNext ? 'next' : 'waiting'
        }
        await expect.poll(() => state().catch(() => 'waiting')).not.toBe('waiting')
        if (await dialog.isHidden()) return
      }
    },
  }
}

async function hasProblem(dialog: Locator): Promise<boolean> {
  const problems = dialog.getByRole('alert').or(dialog.locator('[aria-live] p.text-danger-ink'))
  return (await problems.count()) > 0
}

async function answer(page: Page, steps: Steps, answers: Sheet['answers']): Promise<void> {
  const { dialog, check, click } = steps
  for (const name of answers.drop ?? [])
    await click(dialog.getByRole('button', { name: new RegExp(`^Leave out .*${name}`) }))
  for (const [title, field] of Object.entries(answers.columns ?? {})) {
    const select = dialog.getByLabel(`Field for ${title}`, { exact: true })
    const labels = await select.locator('option').allTextContents()
    const label = labels.find((one) => one.replace(/ \*$/, '') === field) ?? field
    await check(() => select.selectOption({ label }), 2)
  }
  if (answers.year) await check(() => dialog.getByLabel(/the one nearest to today/).check())
  if (answers.decimals) await check(() => dialog.getByLabel(/have a decimal comma/).check())
  const suggested = dialog.getByRole('button', { name: /^Use the \d+ suggested/ })
  if (await suggested.isVisible()) await check(() => suggested.click())
  for (const [name, record] of Object.entries(answers.same ?? {})) {
    await click(dialog.getByText(/without a suggestion$/))
    await click(dialog.getByLabel(new RegExp(`^Same as for .* ${name}$`)))
    await check(() => page.getByRole('option', { name: record }).click())
  }
}
