/**
 * Comdata's CSV file: one row is a stop, with a column for each thing that can be bought. "Number of Tractor Gallons" and its price are
 * the blend of diesel and DEF, and "Total Amount Due Comdata" is without what is billed directly: neither is read.
 */
import type { BoughtKind, CardPurchase } from '#core/cards/purchases.ts'
import { formatMoney, type Amount, type Cents } from '#core/money.ts'
import { kindOfCode } from './codes.ts'
import { keyOfNumber, signDiscount, type FileLayout } from './layout.ts'
import type { Row } from './row.ts'

const TOTAL = 'Total Amount Due'

export const comdata: FileLayout = {
  name: 'comdata',
  label: 'Comdata CSV',
  provider: 'comdata',
  titles: [
    ...['Account Code', 'Transaction Date (MM/DD/YYYY)', 'Transaction Number', TOTAL],
    ...['Comchek Card Number', 'Unit Number', '#2 Diesel Gallons', '#2 Diesel Cost'],
  ],
  total: TOTAL,
  numbers: ['Account Code', 'Transaction Date (MM/DD/YYYY)', 'Transaction Number'],
  also: ['Transaction Number Indicator'],
  read(row) {
    row.requireAmount(TOTAL)
    const day = row.day('Transaction Date (MM/DD/YYYY)')
    reportChange(row)
    if (day === null) return []
    const parts = readParts(row)
    const sum = parts.reduce((total, { retail }) => total + retail, 0n)
    const total = row.cents(TOTAL)
    if (sum !== total && row.hasAmount(TOTAL))
      row.report(
        TOTAL,
        `${formatMoney(total)} is not the sum of what was bought, ${formatMoney(sum)}`,
      )
    const stop = readStop(row, day)
    const number = readNumber(row, day)
    const discounts = spreadRebate(row.cents('Rebate Amount'), parts)
    return parts.map((part, at) => {
      const discount = discounts[at] ?? 0n
      const bought = { ...stop, ...part, discount, net: part.retail - discount }
      return { ...bought, key: keyOfNumber(number, bought) }
    })
  },
}

/** Nobody knows what a row takes back or replaces: its flag and its number are not described. */
function reportChange(row: Row): void {
  const flag = row.text(CANCELED)
  if (!/^(?:|0+|n|no)$/i.test(flag)) row.report(CANCELED, `The transaction is canceled (“${flag}”)`)
  const adjusted = row.text(ADJUSTED)
  if (!/^0*$/.test(adjusted)) row.report(ADJUSTED, `The row adjusts transaction ${adjusted}`)
}

const CANCELED = 'Cancel flag'
const ADJUSTED = 'Adjusted Transaction Number'

/** Blank without a number. */
function readNumber(row: Row, day: string): string {
  const number = row.text('Transaction Number')
  if (number === '') return ''
  const indicated = `${row.text('Transaction Number Indicator')}${number}`
  return [row.text('Account Code'), day, indicated].join(' ')
}

type Part = Pick<CardPurchase, 'item' | 'kind' | 'code' | 'gallons' | 'price' | 'retail'>

/** The gallons and the cost of each fuel, and the amount of each other thing. */
function readParts(row: Row): Part[] {
  const fuels = readFuels(row)
  const others: [kind: BoughtKind, title: string][] = [
    ['oil', 'Total Cost of Oil'],
    ['advance', 'Cash Advance Amount'],
    ['fee', 'Charges for Cash Advance'],
    ['fee', 'Fees for Fuel & Oil & Products'],
  ]
  const amounts = others.map(([kind, title]) => toPart(kind, title, row.cents(title)))
  const products = [1, 2, 3].map((n) => {
    const code = row.text(`Product Code ${n}`)
    const retail = row.cents(`Product Amount ${n}`)
    // DEF has gallons of its own: it is not counted twice.
    const isFuel = code === DEF && fuels.some((fuel) => fuel.retail === retail)
    return toPart(kindOfCode('comdata', code), `Product ${n} ${code}`, isFuel ? 0n : retail)
  })
  return [...fuels, ...amounts, ...products].filter(({ retail }) => retail !== 0n)
}

const DEF = 'O'

function readFuels(row: Row): Part[] {
  const fuel = (kind: BoughtKind, gallons: string, cost: string): Part => ({
    ...toPart(kind, cost, row.cents(cost)),
    gallons: row.gallons(gallons),
  })
  return [
    { ...fuel('diesel', '#2 Diesel Gallons', '#2 Diesel Cost'), price: row.price('#2 Diesel PPG') },
    fuel('diesel-1', 'Number 1 Fuel Gallons', 'Number 1 Fuel Cost'),
    fuel('def', 'Other Fuel Gallons', 'Other Fuel Cost'),
    fuel('reefer', 'Number of Reefer Gallons', 'Cost of Reefer Fuel'),
  ].filter(({ retail }) => retail !== 0n)
}

function toPart(kind: BoughtKind, item: string, retail: Cents): Part {
  return { item, kind, code: item, gallons: null as Amount | null, price: null, retail }
}

/** The rebate is for diesel; a stop without diesel has it on the first thing that was bought. */
function spreadRebate(rebate: Cents, parts: readonly Part[]): Cents[] {
  const of = Math.max(
    0,
    parts.findIndex(({ kind }) => kind === 'diesel'),
  )
  return parts.map(({ retail }, at) => (at === of ? signDiscount(rebate, retail) : 0n))
}

function readStop(row: Row, day: string) {
  return {
    line: row.line,
    card: row.text('Comchek Card Number'),
    cardKind: 'card' as const,
    day,
    time: row.time('Transaction Time'),
    postedOn: null,
    unit: row.text('Unit Number'),
    driver: row.text("Driver's Name"),
    invoice: row.text('Truck Stop Invoice Number'),
    place: row.text('Truck Stop Name'),
    city: row.text('Truck Stop City'),
    state: row.text('Truck Stop State').toUpperCase(),
    odometer: row.miles('Hubometer Reading'),
  }
}
