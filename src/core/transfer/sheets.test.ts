/** What people's spreadsheets have around and between their records: report lines, totals, repeated titles, names in another spelling. */
import { describe, expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName, Field } from '#core/fields/field.ts'
import { parseCell, isSpreadsheetError } from './cells.ts'
import { openDayVotes } from './day-order.ts'
import { findStored, findMostReliableKey } from './existing.ts'
import { describeFooter, describeLastRow } from './footers.ts'
import { countKnownTitles } from './guess-list.ts'
import { findHeading } from './heading.ts'
import { foldTitles, matchColumns } from './match-columns.ts'
import { parsePlace, tidyZip, tidyZips } from './places.ts'
import { openSuggestions } from './same-names.ts'
import { describeUnusualDays, isFarDay, isReversed, openUnusualDays } from './unusual-days.ts'

const LOADS = getEntity('loads')

describe('A cell', () => {
  const { pickupDate, weight, revenue, pieces } = LOADS.fields
  const { quickPayPercent } = getEntity('brokers').fields
  test.each<[string, Field | undefined, unknown]>([
    ['(150.00)', revenue, '-150.00'],
    [' $ -   ', revenue, '0.00'],
    ['-', revenue, undefined],
    ['–', weight, undefined],
    ['42,000#', weight, '42000.00'],
    ['24.0', pieces, '24'],
    ['3.5%', quickPayPercent, '3.50'],
    ['20-Nov-26', pickupDate, '2026-11-20'],
    ['46346', pickupDate, '2026-11-20'],
    ['1,5', revenue, '1,5'],
  ])('C430 C431 %j is read', (cell, field, value) => {
    expect(parseCell(field as Field, cell)).toEqual(value)
  })

  test('C430 C431 A file’s own style is asked for, never guessed', () => {
    const style = { decimals: ',', days: 'dmy' } as const
    expect(parseCell(revenue as Field, '1.234,50', style)).toBe('1234.50')
    expect(parseCell(pickupDate as Field, '03/11/2026', style)).toBe('2026-11-03')
    // With a decimal comma this is a thousandth, which is no amount of money.
    expect(parseCell(revenue as Field, '1,234', style)).toBe('1,234')
  })

  test('C434 An error of the spreadsheet is no value', () => {
    for (const cell of ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '######'])
      expect(isSpreadsheetError(cell)).toBe(true)
    for (const cell of ['#102', 'N/A', '#', '#N']) expect(isSpreadsheetError(cell)).toBe(false)
  })
})

describe('Places', () => {
  test.each([
    ['Toronto, ON M5V 2T6', { city: 'Toronto', state: 'ON', zip: 'M5V 2T6' }],
    ['Toronto ON m5v2t6 CANADA', { city: 'Toronto', state: 'ON', zip: 'M5V 2T6' }],
    ['St. John’s, NL, A1B-2C3, CA', { city: 'St. John’s', state: 'NL', zip: 'A1B 2C3' }],
    ['Boston, MA 2118', { city: 'Boston', state: 'MA', zip: '02118' }],
    ['Newark NJ 7102-1234 USA', { city: 'Newark', state: 'NJ', zip: '07102-1234' }],
    ['Laredo, TX 78045.0', { city: 'Laredo', state: 'TX', zip: '78045' }],
    ['San Juan, PR 901', { city: 'San Juan', state: 'PR', zip: '00901' }],
    ['Los Angeles, CA', { city: 'Los Angeles', state: 'CA', zip: '' }],
    ['Toronto, ON, CA', { city: 'Toronto', state: 'ON', zip: '' }],
    ['Dallas, TX 2118', null],
    ['Santa Fe', null],
  ])('C432 The place %j is %j', (cell, parts) => expect(parsePlace(cell)).toEqual(parts))

  test.each([
    ['2118', 'MA', '02118'],
    ['901', 'PR', '00901'],
    ['78045.0', 'TX', '78045'],
    ['2118.0', 'ma', '02118'],
    ['501', 'NY', '00501'],
    ['6390', 'NY', '06390'],
    ['6390', 'CT', '6390'],
    ['2118', 'TX', '2118'],
    ['2118', '', '2118'],
    ['02118-1234', 'MA', '02118-1234'],
    ['m5v 2t6', 'ON', 'M5V 2T6'],
    ['75201', 'TX', '75201'],
    ['Gate 4', 'TX', 'Gate 4'],
  ])('C432 The ZIP code %s of %s is %s', (typed, state, zip) =>
    expect(tidyZip(typed, state)).toBe(zip),
  )

  test('C432 A row’s ZIP codes follow its own states', () => {
    const row = { pickupZip: '2118', pickupState: 'MA', deliveryZip: '2118', deliveryState: 'OH' }
    tidyZips(LOADS, row)
    expect([row.pickupZip, row.deliveryZip]).toEqual(['02118', '2118'])
  })
})

describe('Numbers of brokers, trucks and drivers', () => {
  const stored = (name: EntityName, row: object, record: object) =>
    findStored(getEntity(name), { ...row }, [{ ...record } as Record<string, unknown>]).length
  test.each<[EntityName, object, object, number]>([
    ['brokers', { mcNumber: 'MC-771203' }, { mcNumber: '771203' }, 1],
    ['brokers', { mcNumber: 'mc771203' }, { mcNumber: 'MC#771203' }, 1],
    ['brokers', { mcNumber: 'MC 0771203' }, { mcNumber: 'MC 771203' }, 1],
    ['brokers', { mcNumber: 'FF 771203' }, { mcNumber: 'MC 771203' }, 0],
    ['brokers', { dotNumber: 'USDOT 0123456' }, { dotNumber: '123456' }, 1],
    ['trucks', { vin: '1fuj-gldr 5csbh1234' }, { vin: '1FUJGLDR5CSBH1234' }, 1],
    ['drivers', { licenseNumber: 'D 123-45' }, { licenseNumber: 'd12345' }, 1],
  ])('C433 In %s, %j and %j are %i record', (name, row, record, count) => {
    expect(stored(name, row, record)).toBe(count)
  })

  test('C433 Two rows with one number in two spellings are about one record', () => {
    const key = (mcNumber: string) =>
      findMostReliableKey(getEntity('brokers'), { mcNumber })?.folded
    expect(key('MC-771203')).toBe(key('mc 0771203'))
    expect(key('MC-771203')).not.toBe(key('MC-771204'))
  })
})

describe('The heading of a file', () => {
  const count = (titles: readonly string[]) => countKnownTitles('loads', titles)
  const titles = ['Load #', 'PU Date', 'Origin', 'Destination', 'Rate']
  test.each<[string, string[][], number]>([
    ['first', [titles, ['1', '2']], 0],
    ['below a title', [['Rook Freight'], ['Loads of November'], titles, ['1', '2', '3']], 2],
    ['below a line with several cells', [['Loads', '', 'Printed', '11/20/2026'], titles], 1],
    [
      'unknown',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
      -1,
    ],
  ])('C434 is found: %s', (_, rows, at) => expect(findHeading(rows, count)).toBe(at))

  test('C434 Of City, State, City, State the first are of the pickup', () => {
    const none = new Map<string, string | null>()
    expect(
      matchColumns(LOADS, ['Load', 'PU Date', 'City', 'State', 'City', 'State', 'Rate'], none),
    ).toEqual([
      'loadId',
      'pickupDate',
      'pickupCity',
      'pickupState',
      'deliveryCity',
      'deliveryState',
      'revenue',
    ])
    expect(
      matchColumns(LOADS, ['Order', 'Date', 'City/ST', 'Date', 'City/ST', 'Amount'], none),
    ).toEqual(['loadId', 'pickupDate', 'pickupPlace', 'deliveryDate', 'deliveryPlace', 'revenue'])
    expect(matchColumns(LOADS, ['City', 'City', 'City'], none)).toEqual([null, null, null])
  })

  test('C434 The cells show whether "Pickup" is a day or a place', () => {
    const titles = ['Load #', 'Pick Up', 'Delivery']
    const match = (...rows: string[][]) => matchColumns(LOADS, titles, new Map(), rows).slice(1)
    expect(match(['1', '20-Nov-26', 'Reno, NV'], ['2', '', 'Boston, MA 2118'])).toEqual([
      'pickupDate',
      'deliveryPlace',
    ])
    expect(match(['1', 'Dallas, TX', '11/20/2026 08:00'])).toEqual(['pickupPlace', 'deliveryDate'])
    expect(match(['1', 'Dallas', 'Delivered'])).toEqual([null, 'deliveryStatus'])
    expect(match(['1', '11/20/2026', ''], ['2', 'TBD', ''])).toEqual([null, 'deliveryStatus'])
  })

  test('C434 Equal titles are remembered one by one', () => {
    expect(foldTitles(['City', 'State', 'City'])).toEqual(['city', 'state', 'city 2'])
    const remembered = new Map([
      ['city', 'deliveryCity'],
      ['city 2', 'pickupCity'],
    ])
    expect(matchColumns(LOADS, ['City', 'City'], remembered)).toEqual([
      'deliveryCity',
      'pickupCity',
    ])
  })
})

describe('A row that is no record', () => {
  const titles = ['Load #', 'Date', 'From', 'To', 'Rate', 'Miles']
  test.each<[string, string[]]>([
    ['Total 12,000.00', ['Total', '', '', '', '12,000.00', '']],
    ['TOTALS: $12,000.00 9,000', ['', '', '', 'TOTALS:', '$12,000.00', '9,000']],
    ['Grand Total (50 loads)', ['Grand Total (50 loads)', '', '', '', '', '']],
    ['Total loads 50', ['Total loads', '50', '', '', '', '']],
    ['$12,000.00 9,000.5', ['', '', '', '', '$12,000.00', '9,000.5']],
    ['Printed 11/20/2026 8:00 AM', ['Printed 11/20/2026 8:00 AM', '', '', '', '', '']],
    ['Page 1 of 2', ['', '', 'Page 1 of 2', '', '', '']],
    ['50 loads', ['50 loads', '', '', '', '', '']],
    ['Load # Date From To Rate Miles', titles],
  ])('C434 %s', (text, cells) =>
    expect(describeFooter(cells, titles) ?? describeLastRow(cells, titles)).toBe(text),
  )

  test.each([
    'Prepared Foods Inc',
    'Created Logistics',
    '500 Loads LLC',
    'Total Load Solutions',
    'Total Net Logistics',
    'Total-Quality Freight',
    'Printed Paper Co',
    'End of List Freight',
  ])('C434 %s can be a company', (name) => {
    expect(describeFooter([name, '', '', '', '', ''], titles)).toBeNull()
  })

  test.each<[string[], string[]]>([
    [['Total Quality Logistics', '', '513-555-0100', '', '', ''], titles],
    [
      ['Total Quality Logistics', '1'],
      ['Name', 'Phone'],
    ],
    [['T-1', '11/20/2026', '', '', '', ''], titles],
    [['Total', '11/20/2026', 'Dallas', 'Reno', '1,000', '5'], titles],
    [['', '', '', '', '', '2024'], titles],
    [
      ['Page', ''],
      ['Name', 'Phone'],
    ],
    [
      ['Ann', ''],
      ['Name', 'Phone'],
    ],
  ])('C434 %j is a record', (cells, own) => {
    expect(describeFooter(cells, own)).toBeNull()
    expect(describeLastRow(cells, own)).toBeNull()
  })
})

describe('The order of days', () => {
  const decide = (cells: string[]) => {
    const votes = openDayVotes()
    for (const cell of cells) votes.note(cell)
    return votes.decide()
  }
  test.each([
    [['03/11/2026', '11/20/2026'], { order: 'mdy', example: null }],
    [['03/11/2026', '20/11/2026'], { order: 'dmy', example: null }],
    [['05/05/2026', '03/11/2026'], { order: 'mdy', example: '03/11/2026' }],
    [['05/05/2026', 'Mar 11, 2026', '2026-03-11'], { order: 'mdy', example: null }],
    [['20/11/2026', '11/20/2026'], { order: 'mdy', example: null }],
    [['11/20/2026', '20/11/2026', '5/4/2026'], { order: 'mdy', example: '5/4/2026' }],
  ])('C431 %j: %j', (cells, decided) => expect(decide(cells)).toEqual(decided))
})

describe('A name that no record has', () => {
  test.each<[EntityName, string, string[], string | null]>([
    ['trucks', '7', ['007', '17'], '007'],
    ['trucks', '#102', ['101', '102'], '102'],
    ['trucks', 'Truck 101', ['101', '102'], '101'],
    ['trucks', 'Unit-101', ['101'], '101'],
    ['trucks', '1.00E+05', ['1E5'], '1E5'],
    ['trucks', '100000', ['1E5'], '1E5'],
    ['trucks', 't 12', ['T-12'], 'T-12'],
    ['trucks', '7', ['007', '07'], null],
    ['trucks', '70', ['7'], null],
    ['trailers', 'Trailer 053120', ['53120'], '53120'],
    ['brokers', 'CH Robinson', ['C.H. Robinson', 'Acme'], 'C.H. Robinson'],
    ['brokers', 'C. H. Robinson, Inc.', ['CH Robinson Worldwide'], 'CH Robinson Worldwide'],
    ['brokers', 'TQL', ['Total Quality Logistics'], 'Total Quality Logistics'],
    ['brokers', 'Acme Freight LLC', ['Acme Freight', 'Acme Lines'], 'Acme Freight'],
    ['brokers', 'Acme', ['Acme Freight', 'Acme Lines'], null],
    ['drivers', 'Luis R.', ['Luis Ramirez', 'Ana Ruiz'], 'Luis Ramirez'],
    ['drivers', 'Ramirez, Luis', ['Luis Ramirez'], 'Luis Ramirez'],
    ['drivers', 'L. Ramirez', ['Luis Ramirez', 'Ana Ramirez'], 'Luis Ramirez'],
    ['drivers', 'José Nuñez', ['Jose Nunez'], 'Jose Nunez'],
    ['drivers', 'Luis', ['Luis Ramirez'], null],
    ['drivers', 'Luis R.', ['Luis Ramirez', 'Luis Rojas'], null],
    ['owners', 'R & S Trucking', ['R and S Trucking'], 'R and S Trucking'],
    ['owners', 'Rook Transport, LLC', ['Rook Transport'], 'Rook Transport'],
  ])('C435 in %s: %s among %j is probably %s', (list, name, labels, label) => {
    const among = labels.map((one, id) => ({ id, label: one }))
    expect(openSuggestions(list, among)(name)?.label ?? null).toBe(label)
  })
})

test('C435 200 names are looked for among 20,000 brokers', () => {
  const among = Array.from({ length: 20_000 }, (_, id) => ({ id, label: `Blue ${id} Rook Lines` }))
  const find = openSuggestions('brokers', among)
  for (let at = 0; at < 200; at++) expect(find(`Unknown Freight ${at} LLC`)).toBeNull()
  expect(find('Blue 70 Rook')?.id).toBe(70)
})

describe('Unusual days of a load', () => {
  const today = '2026-11-20'
  test('C436 A delivery before the pickup and a distant year are named at the field', () => {
    expect(
      describeUnusualDays({ pickupDate: '2026-11-30', deliveryDate: '2026-11-28' }, today),
    ).toEqual({
      deliveryDate: 'Before the pickup. Check both dates',
    })
    expect(describeUnusualDays({ pickupDate: '2206-11-20', deliveryDate: null }, today)).toEqual({
      pickupDate: 'Check the year: 2206',
    })
    expect(describeUnusualDays({ pickupDate: '11/', deliveryDate: '2026-11-28' }, today)).toEqual(
      {},
    )
    expect(describeUnusualDays({ pickupDate: today, deliveryDate: today }, today)).toEqual({})
  })

  test('C436 Five years back and one year ahead are usual', () => {
    expect(
      ['2021-12-01', '2027-11-01', '2019-01-01', '2028-01-01'].map((day) => isFarDay(day, today)),
    ).toEqual([false, false, true, true])
    expect(isReversed({ pickupDate: today })).toBe(false)
  })

  test('C436 A file’s loads are counted, with their first rows', () => {
    const days = openUnusualDays(today)
    days.note(2, { pickupDate: today, deliveryDate: '2026-11-19' })
    days.note(3, { pickupDate: '2206-01-01', deliveryDate: '2206-01-02' })
    days.note(4, { pickupDate: today, deliveryDate: today })
    expect(days.found).toEqual({ reversed: 1, far: 1, lines: [2, 3] })
  })
})
