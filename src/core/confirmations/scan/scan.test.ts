import { expect, test } from 'vitest'
import { toKeptReading } from '#core/confirmations/kept-reading.ts'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import { scannedPage } from '#core/confirmations/testing/typed-scan.ts'
import { typedPage } from '#core/confirmations/testing/typed-page.ts'
import { findScannedPages } from './scanned-pages.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

const PAPER = `
Load #: 4417-88                        Carrier: Blue Mesa Trucking LLC

Pickup                                 Delivery
ACME FOODS                             GOOD MARKETS
100 Main St                            2 Elm Ave
Dallas, TX 75201                       Eagan, MN 55121
Date: 11/23/2026  08:00                Date: 11/24/26  1400

Line Haul        $1,500.00
Fuel Surcharge   $150.00
Total            $1,650.00
`

type Scanning = Parameters<typeof scannedPage>[1]

function readScan(text: string, scanning?: Scanning) {
  return readConfirmation([scannedPage(text, scanning)], OPTIONS)
}

function valuesOf({ fields }: ReturnType<typeof readScan>) {
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

test('C143 The words of a scan are read like those of a text, each with its confidence', () => {
  const scan = readScan(PAPER)
  const text = readConfirmation([typedPage(PAPER)], OPTIONS)
  expect(valuesOf(scan)).toEqual(valuesOf(text))
  expect(scan.fields.total).toMatchObject({ value: '1650.00', confidence: 95 })
  expect(text.fields.total).not.toHaveProperty('confidence')
})

test.each([0.02, -0.02])('C143 A page with a slope of %d is read like a straight one', (slope) => {
  const crooked = readScan(PAPER, { slope })
  expect(valuesOf(crooked)).toEqual(valuesOf(readScan(PAPER)))
  const [straight, seen] = [readScan(PAPER).fields.total, crooked.fields.total]
  const moved = ((straight?.box.x ?? 0) + (straight?.box.width ?? 0) / 2 - 400) * slope
  expect((seen?.box.y ?? 0) - (straight?.box.y ?? 0)).toBeCloseTo(moved)
})

test.each([90, 180, 270] as const)(
  'C159 A page turned by %d is read like an upright page, and words are marked as scanned',
  (turn) => {
    const upright = readScan(PAPER)
    const turned = readScan(PAPER, { turn })
    expect(valuesOf(turned)).toEqual(valuesOf(upright))
    const [one, other] = [upright.fields.total?.box, turned.fields.total?.box]
    expect(other).not.toEqual(one)
    const size = [one?.width ?? 0, one?.height ?? 0]
    const [width, height] = turn === 180 ? size : size.toReversed()
    expect(other?.width).toBeCloseTo(width ?? 0)
    expect(other?.height).toBeCloseTo(height ?? 0)
  },
)

test('C143 A day or a number that OCR is not sure of stays empty, and is a choice', () => {
  const { fields, unsure } = readScan(PAPER, { confidence: { '11/23/2026': 80, '4417-88': 80 } })
  expect(fields.pickupDate).toBeUndefined()
  expect(fields.brokerLoadNumber).toBeUndefined()
  expect(fields.deliveryDate?.value).toBe('2026-11-24')
  expect(unsure.pickupDate?.map(({ value }) => value)).toEqual(['2026-11-23'])
  expect(unsure.brokerLoadNumber?.map(({ value }) => value)).toEqual(['4417-88'])
})

test('C143 A city that OCR is not sure of stays empty', () => {
  expect(valuesOf(readScan(PAPER, { confidence: { 'Dallas,': 60 } })).pickupCity).toBeUndefined()
  expect(valuesOf(readScan(PAPER, { confidence: { 'Dallas,': 75 } })).pickupCity).toBe('Dallas')
})

test.each([
  ['4417-88', '4417-88'],
  ['SA-22017', 'SA-22017'],
  ['LZ8841O2', undefined],
  ['T44I7', undefined],
])('C143 The load number %s of a scan is read as %s: letters can be digits', (number, expected) => {
  expect(valuesOf(readScan(PAPER.replace('4417-88', number))).brokerLoadNumber).toBe(expected)
})

test('C143 The total of a scan counts only if its charges add up to it, else it is a choice', () => {
  const alone = PAPER.replace(/Line Haul.*\n/, '').replace(/Fuel Surcharge.*\n/, '')
  for (const paper of [alone, PAPER.replace('$1,650.00', '$1,850.00')]) {
    const { fields, totalProblem } = readScan(paper)
    expect(fields.total).toBeUndefined()
    expect(totalProblem?.totals).toHaveLength(1)
  }
})

test('C143 A total that OCR is not sure of is a choice, even if its charges add up to it', () => {
  const { fields, totalProblem } = readScan(PAPER, { confidence: { '$1,650.00': 60 } })
  expect(fields.total).toBeUndefined()
  expect(totalProblem).toMatchObject({ totals: [{ value: '1650.00' }], chargesSum: null })
})

test('C143 A minus sign stays, and frames of tables are not letters', () => {
  const framed = PAPER.replace('Total            $1,650.00', '|Total|          |$1,650.00|')
  expect(valuesOf(readScan(framed)).total).toBe('1650.00')
  expect(readScan(PAPER.replace('$150.00', '–$150.00')).fields.total).toBeUndefined()
})

test.each(['10f1', 'lof1', '1lof1l'])(
  'C143 The heading of a stop is recognized with the count "%s"',
  (count) => {
    const stop = `\nPickup ${count}\nDallas, TX 75201\nDrop 1 of 1\nTulsa, OK 74103`
    expect(valuesOf(readScan(stop)).pickupCity).toBe('Dallas')
  },
)

test('C143 An additional stop that OCR is not sure of is left out', () => {
  const stops = `
Shipper #1
Dallas, TX 75201
Shipper #2
Waco, TX 76701
Receiver #1
Tulsa, OK 74103`
  expect(readScan(stops).furtherStops).toHaveLength(1)
  expect(readScan(stops, { confidence: { '76701': 50 } }).furtherStops).toEqual([])
})

test('C143 The kept reading says which values are from a scan', () => {
  const { values } = toKeptReading(readScan(PAPER), {})
  expect(values.total).toMatchObject({ value: '1650.00', confidence: 95 })
  const text = toKeptReading(readConfirmation([typedPage(PAPER)], OPTIONS), {})
  expect(text.values.total).not.toHaveProperty('confidence')
})

test('C143 OCR reads pages without text, at most five', () => {
  const page = (words: number) => typedPage(Array.from({ length: words }, () => 'word').join(' '))
  expect(findScannedPages([page(0), page(0)])).toEqual([0, 1])
  expect(findScannedPages([page(300), page(0)])).toEqual([1])
  expect(findScannedPages([page(300), page(4)])).toEqual([])
  // A fax prints a line on each page.
  expect(findScannedPages([page(9), page(9)])).toEqual([0, 1])
  expect(findScannedPages(Array.from({ length: 9 }, () => page(0)))).toHaveLength(5)
})
