import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { READ_FIELDS, type Reading } from '#core/confirmations/reading.ts'
import { drawPdf, terms, type DrawnPaper } from './draw.ts'
import { DRAWN_PAPERS, UNFITTED_PAPERS } from './drawn-papers.ts'
import { readPdf } from './read-pdf.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

async function readPaper({ pages }: Pick<DrawnPaper, 'pages'>): Promise<Reading> {
  return readConfirmation(await readPdf(await drawPdf(pages)), OPTIONS)
}

function valuesOf({ fields }: Reading) {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test.each(DRAWN_PAPERS.map((paper) => [paper.name, paper] as const))(
  'C120 C121 C122 C123 Every field of the layout of %s is right',
  async (_name, paper) => {
    const reading = await readPaper(paper)
    expect(reading.layout).toBe(paper.layout)
    expect(valuesOf(reading)).toEqual(paper.expected)
    expect(reading.charges.map(({ kind, read }) => [kind, read.value])).toEqual(paper.charges)
    expect(reading.totalProblem).toBeNull()
    expect(reading.furtherStops).toHaveLength(paper.furtherStops ?? 0)
  },
)

test.each(UNFITTED_PAPERS.map((paper) => [paper.name, paper] as const))(
  'C120 No field of %s, an unknown layout, is wrong',
  async (_name, paper) => {
    const values = valuesOf(await readPaper(paper))
    const { expected } = paper
    const wrong = READ_FIELDS.filter((name) => values[name] && values[name] !== expected[name])
    expect(wrong).toEqual([])
    expect(values).toMatchObject({
      brokerLoadNumber: expected.brokerLoadNumber,
      total: expected.total,
      pickupDate: expected.pickupDate,
      deliveryCity: expected.deliveryCity,
    })
  },
)

test.each(DRAWN_PAPERS.map((paper) => [paper.name, paper] as const))(
  'C121 A wrong total on the layout of %s is never accepted silently',
  async (_name, paper) => {
    const printed = formatPrinted(paper.expected.total ?? '')
    const pages = paper.pages.map((page) =>
      page.map((text) =>
        text === findTotal(page, printed)
          ? { ...text, text: text.text.replace(printed, '$9,999.99') }
          : text,
      ),
    )
    const { fields, totalProblem } = await readPaper({ pages })
    expect(fields.total).toBeUndefined()
    expect(totalProblem?.totals.map(({ value }) => value)).toContain('9999.99')
  },
)

/** Returns the last text of the page with that amount, because charges are above the total. */
function findTotal(page: DrawnPaper['pages'][number], printed: string) {
  return page.findLast(({ text }) => text.includes(printed))
}

function formatPrinted(amount: string): string {
  return `$${amount.replace(/\B(?=(\d{3})+\.)/g, ',')}`
}

test('C120 The same file gives the same reading each time', async () => {
  for (const paper of DRAWN_PAPERS.slice(0, 3)) {
    expect(await readPaper(paper)).toEqual(await readPaper(paper))
  }
})

test('C120 A paper of 30 pages gives the same values as without its added pages', async () => {
  const [paper] = DRAWN_PAPERS
  if (!paper) throw new Error('no drawn paper')
  const long = [
    ...paper.pages,
    ...Array.from({ length: 30 - paper.pages.length }, () => terms('Terms')),
  ]
  const pages = await readPdf(await drawPdf(long))
  const reading = readConfirmation(pages, OPTIONS)
  expect(valuesOf(reading)).toEqual(paper.expected)
})
