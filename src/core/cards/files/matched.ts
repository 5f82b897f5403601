/** A file of a provider without a known layout: its columns are matched to the values of a purchase (SPEC C562). */
import { readTypedDay } from '#core/calendar.ts'
import type { CardPurchase } from '#core/cards/purchases.ts'
import { PROVIDERS, type Provider } from '#core/cards/cards.ts'
import { optionalAmount, optionalCount, signedMoney } from '#core/fields/amounts.ts'
import type { Field } from '#core/fields/field.ts'
import { day, optionalDay } from '#core/fields/fields.ts'
import { optionalText } from '#core/fields/text.ts'
import { formatMoney, readTypedAmount, type Cents } from '#core/money.ts'
import { findHeading } from '#core/transfer/heading.ts'
import type { ColumnMatch } from '#core/transfer/import.ts'
import { foldTitle, foldTitles } from '#core/transfer/match-columns.ts'
import { kindOfWord } from './codes.ts'
import type { DayStyle } from './file-days.ts'
import { isAbout, keyOfStop, signDiscount, withFee, type FileLayout } from './layout.ts'
import { nameEach } from './name-each.ts'
import { turnNegative, type Negative } from './negative.ts'
import { readLines, type CardFile, type FileLine } from './read-card-file.ts'
import { foldFileTitle, type Row } from './row.ts'

const fields = {
  day: day('Day'),
  amount: signedMoney('Amount'),
  card: optionalText('Card, Transponder or Plate'),
  unit: optionalText('Unit'),
  driver: optionalText('Driver'),
  kind: optionalText('Product'),
  gallons: optionalAmount('Gallons', 'quantity'),
  price: optionalAmount('Price per Gallon', 'money'),
  retail: optionalAmount('Retail Amount', 'money'),
  discount: optionalAmount('Discount', 'money'),
  fee: optionalAmount('Fee', 'money'),
  invoice: optionalText('Invoice or Transaction #'),
  time: optionalText('Time'),
  postedOn: optionalDay('Posted'),
  place: optionalText('Place'),
  city: optionalText('City'),
  state: optionalText('State'),
  odometer: optionalCount('Odometer', 0, 9_999_999),
}

type Name = keyof typeof fields

/** Declared like a list that a file can be for: the account remembers which column is which. */
export const importedPurchases = {
  name: 'card-purchases',
  singular: 'Purchase',
  title: 'Purchases',
  fields: fields as Record<string, Field>,
} as const

/** Titles of known files, folded. */
const OTHER_TITLES: Readonly<Record<Name, readonly string[]>> = {
  day: ['date', 'transactiondate', 'trandate', 'transdate', 'purchasedate', 'exitdate'],
  amount: ['amountcharged', 'netamount', 'net', 'total', 'totalamount', 'transactionamount', 'amt'],
  card: [
    ...['card', 'cardnumber', 'cardno', 'transponder', 'transponderid', 'tag', 'tagnumber'],
    ...['taglicense', 'tagplatenumber', 'plate', 'licenseplate'],
  ],
  unit: [
    ...['unitnumber', 'unitno', 'vehicle', 'vehiclenumber', 'truck', 'trucknumber', 'truckno'],
    ...['friendlyname', 'vehicleid'],
  ],
  driver: ['drivername', 'driversname'],
  kind: ['item', 'productcode', 'productdescription', 'fueltype', 'type', 'category', 'class'],
  gallons: ['qty', 'quantity', 'units', 'gal', 'volume'],
  price: ['unitprice', 'pricepergallon', 'ppg', 'ppu', 'price', 'grossprice', 'retailprice'],
  retail: ['retailtotal', 'grossamount', 'gross', 'retail', 'retailcost'],
  discount: ['discountamount', 'discamt', 'savings', 'rebate', 'rebateamount'],
  fee: ['fees', 'transactionfee'],
  invoice: [
    ...['invoice', 'invoicenumber', 'transactionid', 'transactionnumber', 'transaction'],
    ...['authorizationnumber', 'authorizationno', 'lanetxnid', 'reference', 'receiptnumber'],
  ],
  time: ['transactiontime', 'trantime', 'exittime'],
  postedOn: ['postdate', 'posteddate', 'postingdate', 'tollpostdate', 'invoicedate', 'billdate'],
  place: [
    ...['location', 'locationname', 'sitename', 'site', 'merchant', 'merchantname', 'truckstop'],
    ...['exitplaza', 'plaza', 'tollagency', 'agency', 'description'],
  ],
  city: ['locationcity', 'merchantcity'],
  state: ['stateprov', 'locationstate', 'locationstateprovince', 'merchantstate', 'st'],
  odometer: ['odometerreading', 'odom', 'mileage', 'hubometer', 'hubometerreading'],
}

const TITLES = (Object.keys(fields) as Name[]).flatMap((name) =>
  [foldTitle(fields[name].label), ...OTHER_TITLES[name]].map((title) => [title, name] as const),
)

/** Matches columns by what the account chose for a title, then by the titles of known files. */
export function matchPurchaseColumns(
  titles: readonly string[],
  remembered: ReadonlyMap<string, string | null> = new Map(),
): ColumnMatch {
  const columns: ColumnMatch = titles.map(() => null)
  const folded = foldTitles(titles)
  function match(at: number, name: string | null | undefined) {
    if (name && Object.hasOwn(fields, name) && columns[at] === null && !columns.includes(name))
      columns[at] = name
  }
  for (const [at, title] of folded.entries()) match(at, remembered.get(title))
  for (const [title, name] of TITLES) {
    const at = folded.findIndex((other) => other === title && !remembered.has(other))
    if (at >= 0) match(at, name)
  }
  return columns
}

/**
 * The place of the row with the titles: one with two titles that are known, else the first row of words above a row with a day and an
 * amount. -1 for a file without such rows.
 */
export function findPurchaseHeading(
  lines: readonly FileLine[],
  remembered: ReadonlyMap<string, string | null>,
): number {
  const start = lines.slice(0, SEARCHED_ROWS).map(({ cells }) => cells)
  const count = (titles: readonly string[]) =>
    matchPurchaseColumns(titles, remembered).filter((name) => name !== null).length
  const at = findHeading(start, count)
  if (at >= 0 && count(start[at] ?? []) > 1) return at
  return start.findIndex((cells, row) => areTitles(cells) && isPurchase(start[row + 1] ?? []))
}

const SEARCHED_ROWS = 25

function areTitles(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean)
  return filled.length > 1 && filled.every((cell) => /\p{L}/u.test(cell) && !/\d{3}/.test(cell))
}

function isPurchase(cells: readonly string[]): boolean {
  const isAmount = (cell: string) => /\.\d\d\b/.test(cell) && readTypedAmount(cell) !== null
  return cells.some((cell) => readTypedDay(cell) !== null) && cells.some(isAmount)
}

/** `negative`: what the user says that amounts below 0 are. */
type Matched = {
  heading: number
  columns: ColumnMatch
  provider: Provider
  negative?: Negative | undefined
  style?: DayStyle
}

/** Reads the rows by the matched columns. Problems name the titles of the file. */
export function readMatchedFile(lines: readonly FileLine[], matched: Matched): CardFile {
  const { heading, columns, provider, negative, style } = matched
  const shown = lines[heading]?.cells ?? []
  const titleOf = (name: string) => shown[columns.indexOf(name)]?.trim() || name
  const titles = columns.map((name) => foldFileTitle(name ?? ''))
  const file = readLines(lines, { layout: layoutOf(provider), titles, heading }, style)
  const problems = file.problems.map((one) => ({ ...one, column: titleOf(one.column) }))
  const total = { ...file.total, title: titleOf('amount') }
  const isToll = TOLLS.includes(provider)
  return nameEach(turnNegative({ ...file, problems, total }, { isToll, negative }))
}

function layoutOf(provider: Provider): FileLayout {
  return {
    name: 'matched',
    label: PROVIDERS.find(({ value }) => value === provider)?.label ?? 'Other',
    provider,
    titles: [],
    total: 'amount',
    other: (row) => (PAYMENT.test(row.text('kind')) ? row.text('kind') : null),
    read: (row) => readRow(row, provider),
  }
}

/** Rows of the account itself. */
const PAYMENT = /^(?:payment|replenish|auto-?pay|tag leas)/i

function readRow(row: Row, provider: Provider): CardPurchase[] {
  const day = row.day('day')
  const amount = row.cents('amount')
  row.requireAmount('amount')
  if (day === null) return []
  const printed = row.text('card')
  const plate = /^([A-Z]{2})\s+(\S+)$/.exec(printed)
  const card = plate?.[2] ?? printed
  const [invoice, code] = [row.text('invoice'), row.text('kind')]
  const isToll = TOLLS.includes(provider)
  const cardKind = plate ? 'plate' : isToll ? 'transponder' : 'card'
  const { fee, ...amounts } = readAmounts(row, amount)
  const bought = {
    card,
    cardKind: cardKind as CardPurchase['cardKind'],
    day,
    time: row.time('time'),
    postedOn: row.optionalDay('postedOn'),
    unit: row.text('unit'),
    driver: row.text('driver'),
    invoice,
    place: row.text('place'),
    city: row.text('city'),
    state: row.text('state').toUpperCase(),
    odometer: row.miles('odometer'),
    kind: isToll ? ('toll' as const) : kindOfWord(code),
    code,
    gallons: row.gallons('gallons'),
    price: row.price('price'),
    ...amounts,
  }
  return withFee({ ...bought, line: row.line, key: keyOfStop(bought), item: code }, fee)
}

const TOLLS: readonly Provider[] = ['ezpass', 'prepass', 'bestpass', 'ipass', 'sunpass']

type Amounts = Pick<CardPurchase, 'retail' | 'discount' | 'net'> & { fee: Cents }

/**
 * "Amount" is what was paid: some files add the fee to it, and the gross amount less the discount shows which. Of retail and discount the
 * other follows.
 */
function readAmounts(row: Row, amount: Cents): Amounts {
  const fee = row.cents('fee')
  const discount = signDiscount(row.cents('discount'), amount)
  const of = (retail: Cents, net: Cents) => ({ retail, discount: retail - net, net, fee })
  if (!row.hasAmount('retail')) return of(amount + discount, amount)
  const retail = row.cents('retail')
  if (!row.hasAmount('discount')) return of(retail, retail + fee === amount ? retail : amount)
  const net = retail - discount
  if (net === amount || (isAbout(net, amount) && net + fee !== amount)) return of(retail, amount)
  if (!isAbout(net + fee, amount) && row.hasAmount('amount'))
    row.report(
      'amount',
      `${formatMoney(amount)} is not the gross amount less the discount, ${formatMoney(net)}`,
    )
  return of(retail, amount - fee)
}
