import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { typedPage } from '#core/confirmations/testing/typed-page.ts'
import { pointAt, pointAtRest } from './point-at.ts'
import {
  mergeLayouts,
  taughtLayoutSchema,
  type PointedField,
  type TaughtLayout,
} from './taught-layout.ts'
import { teachLayout, type Pointed } from './teach.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

/** Words that the reader does not know name the stops and the pay. */
const PAPER = `
Ridge Brokerage LLC                    MC# 551199
Job Code 77-4417                       ap@ridge.example

Collect From                           Unload At Site
ACME FOODS                             GOOD MARKETS
Dallas, TX 75201                       Eagan, MN 55121
11/23/2026  08:00                      11/24/2026  14:00

Goods: PAPER ROLLS   Wt: 42,000 lbs
Haul Fee         $1,650.00
Fuel Fee           $150.00
`

const NEXT = PAPER.replace('77-4417', '77-5520')
  .replace('$1,650.00', '$2,100.00')
  .replace('Dallas, TX 75201', 'Eagan, MN 55121')
  .replace('PAPER ROLLS', 'STEEL COILS')

function read(text: string, taught: TaughtLayout[] = []) {
  const layouts = taught.map((layout, index) => ({ id: index + 1, layout }))
  return readConfirmation([typedPage(text)], { ...OPTIONS, taught: layouts })
}

function valueOf(name: PointedField, text: string, taught: TaughtLayout[] = []) {
  return read(text, taught).fields[name]?.value
}

/** The middle of a word on the typed page. */
function placeOf(text: string, word: string) {
  const found = typedPage(text).words.find((candidate) => candidate.text === word)
  if (!found) throw new Error(`${word} is not on the page`)
  return { x: found.x + found.width / 2, y: found.y + 4, width: 0, height: 0 }
}

function point(name: PointedField, word: string, text = PAPER) {
  const box = placeOf(text, word)
  return pointAt(name, { pages: [typedPage(text)], page: 0, box, today: OPTIONS.today })
}

function teach(words: Partial<Record<PointedField, string>>, text = PAPER, known?: TaughtLayout) {
  const pointed: Pointed = {}
  for (const [name, word] of Object.entries(words) as [PointedField, string][]) {
    const at = point(name, word, text)
    if ('read' in at) pointed[name] = at.read
  }
  const pages = [typedPage(text)]
  const { today } = OPTIONS
  return teachLayout({
    pages,
    today,
    pointed,
    broker: null,
    untaught: read(text),
    known: known ?? null,
  })
}

function taughtBy(
  words: Partial<Record<PointedField, string>>,
  text?: string,
  known?: TaughtLayout,
) {
  const layout = teach(words, text, known)
  if (!layout) throw new Error('nothing was taught')
  return layout
}

test.each<[PointedField, string, string]>([
  ['total', '$1,650.00', '1650.00'],
  ['brokerLoadNumber', '77-4417', '77-4417'],
  ['pickupCity', 'Dallas,', 'Dallas'],
  ['pickupZip', 'Dallas,', '75201'],
  ['pickupDate', '11/23/2026', '2026-11-23'],
  ['pickupTime', '08:00', '08:00'],
  ['weight', '42,000', '42000'],
  ['cargoType', 'ROLLS', 'PAPER ROLLS'],
])('C145 %s takes its value at the word %s', (name, word, value) => {
  expect(point(name, word)).toMatchObject({ read: { value, page: 0 } })
})

test.each<[PointedField, string, string]>([
  ['pickupDate', 'ACME', '“ACME” is not a date with its year'],
  ['total', 'Goods:', '“Goods:” is not a dollar amount'],
  ['miles', 'Dallas,', 'is not a number in this field’s range'],
])('C145 %s says why it rejects %s', (name, word, problem) => {
  expect(point(name, word)).toEqual({ problem: expect.stringContaining(problem) as string })
})

test('C145 Pointing at a place without words says so', () => {
  const box = { x: 700, y: 900, width: 0, height: 0 }
  const at = pointAt('total', { pages: [typedPage(PAPER)], page: 0, box, today: OPTIONS.today })
  expect(at).toEqual({ problem: expect.stringContaining('no words') as string })
})

test('C145 Words that were dragged over must be one value; several are rejected', () => {
  const [from, to] = [placeOf(PAPER, '$1,650.00'), placeOf(PAPER, '$150.00')]
  const pointing = { pages: [typedPage(PAPER)], page: 0, today: OPTIONS.today }
  const over = { x: from.x - 30, y: from.y, width: 60, height: to.y - from.y + 6 }
  expect(pointAt('total', { ...pointing, box: over })).toMatchObject({
    problem: expect.stringContaining('several values') as string,
  })
  const oneLine = { ...over, height: 1 }
  expect(pointAt('total', { ...pointing, box: oneLine })).toMatchObject({
    read: { value: '1650.00' },
  })
})

test('C145 Pointing at a place gives city, state and ZIP code', () => {
  const pointing = { pages: [typedPage(PAPER)], page: 0, today: OPTIONS.today }
  const rest = pointAtRest('pickupCity', { ...pointing, box: placeOf(PAPER, 'Dallas,') })
  expect(Object.values(rest).map(({ value }) => value)).toEqual(['TX', '75201'])
})

test('C146 The next paper of the broker is read by what was taught', () => {
  const layout = taughtBy({
    total: '$1,650.00',
    pickupCity: 'Dallas,',
    brokerLoadNumber: '77-4417',
  })
  expect(taughtLayoutSchema.parse(layout)).toEqual(layout)
  expect(layout).toMatchObject({
    marks: ['ridge.example', 'ridge brokerage llc'],
    fields: {
      total: { anchors: [{ label: 'Haul Fee', side: 'right' }], corrects: false },
      pickupCity: { anchors: [{ label: 'Collect From', side: 'under' }] },
      brokerLoadNumber: { anchors: [{ label: 'Job Code', side: 'right' }] },
    },
  })
  expect(read(NEXT).fields.total).toBeUndefined()
  expect(read(NEXT, [layout])).toMatchObject({
    taught: [1],
    fields: {
      total: { value: '2100.00', words: '$2,100.00' },
      pickupCity: { value: 'Eagan' },
      brokerLoadNumber: { value: '77-5520' },
    },
  })
})

test('C146 A paper of another broker is not read with the layout', () => {
  const layout = taughtBy({ total: '$1,650.00' })
  const other = NEXT.replace('Ridge Brokerage LLC', 'Summit Brokerage LLC')
    .replace('551199', '662288')
    .replace('ridge.example', 'summit.example')
  const { fields, taught } = read(other, [layout])
  expect([fields.total, taught]).toEqual([undefined, undefined])
})

test.each([
  ['is printed twice', `${NEXT}\n\nHaul Fee         $3,000.00`],
  ['is missing', NEXT.replace('Haul Fee', 'Pay')],
  ['has no value of the type', NEXT.replace('$2,100.00', 'see below')],
])('C146 An anchor that %s leaves the field empty', (_what, text) => {
  expect(valueOf('total', text, [taughtBy({ total: '$1,650.00' })])).toBeUndefined()
})

test('C146 A value that no words name is taken, but not remembered', () => {
  const text = PAPER.replace('Haul Fee', 'ZORBLAX')
  expect(point('total', '$1,650.00', text)).toMatchObject({ read: { value: '1650.00' } })
  expect(teach({ total: '$1,650.00' }, text)).toBeNull()
})

test('C146 A paper that names no broker is not remembered', () => {
  const text = PAPER.replace('Ridge Brokerage LLC                    MC# 551199', '').replace(
    'ap@ridge.example',
    '',
  )
  expect(teach({ total: '$1,650.00' }, text)).toBeNull()
})

const TWO_NUMBERS = PAPER.replace('Goods:', 'Load #: 991188   Goods:')

test('C146 What the reader is sure of stays, unless a person corrected it', () => {
  expect(valueOf('brokerLoadNumber', TWO_NUMBERS)).toBe('991188')
  const uncorrected = taughtBy({ brokerLoadNumber: '77-4417' })
  expect(uncorrected.fields.brokerLoadNumber?.corrects).toBe(false)
  expect(valueOf('brokerLoadNumber', TWO_NUMBERS, [uncorrected])).toBe('991188')
  const corrected = taughtBy({ brokerLoadNumber: '77-4417' }, TWO_NUMBERS)
  expect(corrected.fields.brokerLoadNumber?.corrects).toBe(true)
  expect(valueOf('brokerLoadNumber', TWO_NUMBERS, [corrected])).toBe('77-4417')
})

test('C146 A corrected value whose anchor is missing is a choice, not a value', () => {
  const corrected = taughtBy({ brokerLoadNumber: '77-4417' }, TWO_NUMBERS)
  const { fields, unsure } = read(TWO_NUMBERS.replace('Job Code', 'Ticket'), [corrected])
  expect(fields.brokerLoadNumber).toBeUndefined()
  expect(unsure.brokerLoadNumber?.map(({ value }) => value)).toEqual(['991188'])
})

test('C417 A taught total that can be a rate per mile is only offered', () => {
  const layout = taughtBy({ total: '$1,650.00' })
  const { fields, totalProblem } = read(NEXT.replace('$2,100.00', '$2.35'), [layout])
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.totals.map(({ value }) => value)).toEqual(['2.35'])
})

test('C146 A taught total that the charges contradict is not taken', () => {
  const layout = taughtBy({ total: '$1,650.00' })
  const charges =
    'Line Haul        $1,000.00\nFuel Surcharge     $100.00\nTotal            $1,650.00'
  const text = PAPER.replace(/Haul Fee.*\n.*\n/, `${charges}\n\n\n\nHaul Fee         $1,650.00\n`)
  const { fields, totalProblem } = read(text, [layout])
  expect(fields.total).toBeUndefined()
  expect(totalProblem?.chargesSum).toBe(110_000n)
})

test('C146 Taught days with the delivery before the pickup are left empty', () => {
  const layout = taughtBy({ pickupDate: '11/23/2026' })
  const late = `${PAPER}\nDelivery Date: 11/22/2026`
  expect(read(late, [layout]).fields.pickupDate).toBeUndefined()
})

test('C147 What is taught later is added, and replaces the same fields', () => {
  const first = taughtBy({ total: '$1,650.00' })
  const second = taughtBy({ weight: '42,000' })
  const merged = mergeLayouts(first, second)
  expect(Object.keys(merged.fields)).toEqual(['total', 'weight'])
  const again = taughtBy({ total: '$150.00' }, PAPER, merged)
  expect(again.fields.total?.anchors.map(({ label }) => label)).toEqual(['Fuel Fee'])
  expect(mergeLayouts(merged, again).fields.total?.anchors[0]?.label).toBe('Fuel Fee')
})
