import { expect, test } from 'vitest'
import { readConfirmation } from '#core/confirmations/read-confirmation.ts'
import type { ReadField, Reading } from '#core/confirmations/reading.ts'
import { readCorpus, type CorpusPaper } from './corpus.ts'

const OPTIONS = {
  today: '2026-11-21',
  company: { name: 'Blue Mesa Trucking LLC', emailDomain: 'bluemesa.example' },
}

/** What a load can't do without. */
const MAIN: readonly ReadField[] = [
  ...(['brokerLoadNumber', 'total'] as const),
  ...(['pickupCity', 'pickupState', 'pickupDate'] as const),
  ...(['deliveryCity', 'deliveryState', 'deliveryDate'] as const),
]

/** The smallest part of the papers whose main values are all read, and of each main value. */
const LEAST_WHOLE = 0.94
const LEAST_OF_EACH = 0.96
const LEAST_WHOLE_OF_ODD = 0.75

const papers = await readCorpus()
const readings = papers.map((paper) => ({ paper, reading: readConfirmation(paper.pages, OPTIONS) }))

test('C411 No value that is read from a paper of the corpus is wrong', () => {
  expect(new Set(papers.map(({ layout }) => layout)).size).toBeGreaterThanOrEqual(50)
  expect(new Set(papers.map(({ program }) => program)).size).toBeGreaterThanOrEqual(3)
  expect(readings.flatMap(({ paper, reading }) => listWrong(paper, reading))).toEqual([])
})

test('C411 Nearly all papers of the corpus are read whole', () => {
  const single = readings.filter(({ paper }) => paper.loads === undefined)
  const whole = single.filter(({ reading: { fields } }) => MAIN.every((name) => fields[name]))
  expect(whole.length / single.length).toBeGreaterThanOrEqual(LEAST_WHOLE)
  for (const name of MAIN) {
    const read = single.filter(({ reading: { fields } }) => fields[name])
    expect([name, read.length / single.length >= LEAST_OF_EACH]).toEqual([name, true])
  }
})

test('C410 A paper of several loads fills in nothing of a load before one of them is chosen', () => {
  const several = readings.filter(({ paper }) => paper.loads !== undefined)
  expect(several.length).toBeGreaterThan(0)
  for (const { paper, reading } of several) {
    expect(reading.loads ?? []).toHaveLength(paper.loads ?? 0)
    expect(Object.keys(reading.fields).filter((name) => !name.startsWith('broker'))).toEqual([])
    const numbers = reading.loads ?? []
    const each = numbers.map((load) => readConfirmation(paper.pages, { ...OPTIONS, load }).fields)
    expect(each.map(({ brokerLoadNumber }) => brokerLoadNumber?.value)).toEqual(numbers)
    expect(new Set(each.map(({ total }) => total?.value)).size).toBe(numbers.length)
    for (const fields of each)
      expect([fields.pickupCity, fields.deliveryCity]).not.toContain(undefined)
  }
})

test('C411 No value that is read from an odd paper is wrong, and three of four are read whole', async () => {
  const odd = await readCorpus('odd')
  const read = odd.map((paper) => ({ paper, reading: readConfirmation(paper.pages, OPTIONS) }))
  expect(read.flatMap(({ paper, reading }) => listWrong(paper, reading))).toEqual([])
  const whole = read.filter(({ reading: { fields } }) => MAIN.every((name) => fields[name]))
  expect(odd.length).toBeGreaterThanOrEqual(140)
  expect(whole.length / odd.length).toBeGreaterThanOrEqual(LEAST_WHOLE_OF_ODD)
})

function listWrong({ layout, program, expected }: CorpusPaper, { fields }: Reading): string[] {
  return Object.entries(fields).flatMap(([name, { value }]) => {
    const printed = expected[name as ReadField]
    const isRight = printed !== undefined && simplify(printed) === simplify(value)
    return isRight
      ? []
      : [`${layout} ${program} ${name}: ${value}, printed ${printed ?? 'nowhere'}`]
  })
}

/** Capitals and the comma before "Inc." are not errors. */
function simplify(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s,.]+/g, ' ')
    .trim()
}
