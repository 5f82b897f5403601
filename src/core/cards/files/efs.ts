/**
 * Transaction reports of EFS and TCH. "Unit Price" is the price at the pump, "Disc PPU" the price after the discount and "Disc Cost" the
 * discount per gallon: who takes "Disc PPU" for the discount is wrong by a factor of ten.
 */
import type { CardPurchase } from '#core/cards/purchases.ts'
import { toUnits } from '#core/decimals.ts'
import { divideRounded, type Cents } from '#core/money.ts'
import { kindOfCode } from './codes.ts'
import { isAbout, keyOfStop, signDiscount, withFee, type FileLayout } from './layout.ts'
import { GALLON_PLACES, PRICE_PLACES, type Row } from './row.ts'

const US = 'USD/Gallons'

export const efs: FileLayout = {
  name: 'efs',
  label: 'EFS / TCH transaction report',
  provider: 'efs',
  titles: [
    'Card #',
    'Tran Date',
    'Invoice',
    'Unit',
    'Driver Name',
    'Item',
    'Unit Price',
    'Qty',
    'Amt',
  ],
  total: 'Amt',
  read(row) {
    const day = row.day('Tran Date')
    const code = row.text('Item')
    if (code === '') row.report('Item', 'The item is missing')
    row.requireAmount('Amt')
    const currency = row.text('Currency')
    if (currency !== '' && currency.toLowerCase() !== US.toLowerCase())
      row.report('Currency', `Only ${US} can be read, not ${currency}`)
    if (day === null) return []
    const [card, invoice] = [row.text('Card #'), row.text('Invoice')]
    const bought = {
      card,
      cardKind: 'card' as const,
      day,
      time: row.time('Tran Time'),
      postedOn: null,
      unit: row.text('Unit'),
      driver: row.text('Driver Name'),
      invoice,
      place: row.text('Location Name'),
      city: row.text('City'),
      state: row.text('State/ Prov').toUpperCase(),
      odometer: row.miles('Odometer'),
      kind: kindOfCode('efs', code),
      code,
      gallons: row.gallons('Qty'),
      price: row.price('Unit Price'),
      ...readAmounts(row),
    }
    const item = { ...bought, line: row.line, key: keyOfStop(bought), item: code }
    // Only the first row of a stop has the fee.
    return withFee(item, row.cents('Fees'))
  },
}

/**
 * "Amt" is net if the report shows the discount, else before the discount. Which one it is, the price at the pump shows: it is compared
 * with both, and no amount is computed from it.
 */
function readAmounts(row: Row): Pick<CardPurchase, 'retail' | 'discount' | 'net'> {
  const amount = row.cents('Amt')
  const discount = signDiscount(row.cents('Disc Amt'), amount)
  if (discount === 0n) return { retail: amount, discount, net: amount }
  const atPump = readAtPump(row)
  const isRetail = atPump !== null && distance(amount, atPump) < distance(amount + discount, atPump)
  return isRetail
    ? { retail: amount, discount, net: amount - discount }
    : { retail: amount + discount, discount, net: amount }
}

function readAtPump(row: Row): Cents | null {
  const [gallons, price] = [row.gallons('Qty'), row.price('Unit Price')]
  if (gallons === null || price === null) return null
  const product = toUnits(gallons, GALLON_PLACES) * toUnits(price, PRICE_PLACES)
  return divideRounded(product, 10n ** BigInt(GALLON_PLACES + PRICE_PLACES - 2))
}

function distance(one: Cents, other: Cents): Cents {
  return one > other ? one - other : other - one
}

/** The older export of TCH. */
export const tch: FileLayout = {
  name: 'tch',
  label: 'TCH export',
  provider: 'efs',
  titles: [
    ...['Invoice', 'TransactionPOSDate', 'Unit', 'CardNumber', 'ProductCode', 'Quantity'],
    ...['TotalInvoice', 'TransactionFee', 'TransactionDiscount', 'TransactionGross'],
  ],
  total: 'TotalInvoice',
  read(row) {
    const day = row.day('TransactionPOSDate')
    if (!row.hasAmount('TransactionGross')) row.requireAmount('TotalInvoice')
    const retail = row.cents('TransactionGross')
    const discount = signDiscount(row.cents('TransactionDiscount'), retail)
    const fee = row.cents('TransactionFee')
    if (!isAbout(retail - discount + fee, row.cents('TotalInvoice')))
      row.report('TotalInvoice', 'The total is not the gross amount less the discount plus the fee')
    if (day === null) return []
    const [card, invoice, code] = [
      row.text('CardNumber'),
      row.text('Invoice'),
      row.text('ProductCode'),
    ]
    const bought = {
      card,
      cardKind: 'card' as const,
      day,
      time: row.time('TransactionPOSTime'),
      postedOn: row.optionalDay('Invoice date'),
      unit: row.text('Unit'),
      driver: row.text('DriverName'),
      invoice,
      place: '',
      city: row.text('LocationCity'),
      state: row.text('LocationState').toUpperCase(),
      odometer: null,
      kind: kindOfCode('efs', code),
      code,
      gallons: row.gallons('Quantity'),
      price: row.price('PricePerUnit'),
      retail,
      discount,
      net: retail - discount,
    }
    return withFee({ ...bought, line: row.line, key: keyOfStop(bought), item: code }, fee)
  },
}
