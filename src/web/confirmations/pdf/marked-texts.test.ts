/** A paper that Chromium printed with Inter, whose hyphens, colons and parentheses beside digits are glyphs without a name. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { hasLostLetters, restoreLetters } from '#core/confirmations/words/lost-letters.ts'
import { toPage } from '#core/confirmations/words/pdf-words.ts'
import { openMarkedTexts } from './marked-texts.ts'

const FILE = path.join(import.meta.dirname, 'fixtures/printed-with-inter.pdf')
const OPTIONS = { today: '2026-11-21', company: { name: '', emailDomain: '' } }

async function openPage() {
  const task = getDocument({ data: new Uint8Array(readFileSync(FILE)), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const viewport = page.getViewport({ scale: 1 })
  await task.destroy()
  const read = (texts: (string | null)[]) => {
    const { fields } = readConfirmation([toPage(restoreLetters(items, texts), viewport)], OPTIONS)
    return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
  }
  return { items, read }
}

test('C592 A paper with glyphs that have no name is read as it is shown', async () => {
  const { items, read } = await openPage()
  expect(hasLostLetters(items)).toBe(true)
  const findTexts = await openMarkedTexts(new Uint8Array(readFileSync(FILE)))
  expect(read(findTexts(0))).toMatchObject({
    brokerLoadNumber: '118-2205-B',
    pickupTime: '08:00-12:00',
    deliveryDate: '2026-11-24',
    deliveryTime: '07:00',
    total: '1550.00',
  })
  // There is no second page.
  expect(findTexts(1)).toEqual([])
})

test('C592 Without their names, no part of a value is taken for the whole', async () => {
  const { read } = await openPage()
  const fields = read([])
  expect(fields).toMatchObject({ total: '1550.00', pickupDate: '2026-11-23' })
  expect(fields).not.toHaveProperty('brokerLoadNumber')
  expect(fields).not.toHaveProperty('deliveryDate')
})

test('C592 A file that is no PDF says nothing', async () => {
  const findTexts = await openMarkedTexts(new TextEncoder().encode('no PDF'))
  expect(findTexts(0)).toEqual([])
})
