/** Files of Pilot Flying J and E-ZPass New York, and the template that any program can fill. */
import { kindOfCode, kindOfWord } from './codes.ts'
import { keyOfNumber, keyOfStop, type FileLayout } from './layout.ts'
import type { Row } from './row.ts'

const NOTHING = {
  postedOn: null,
  unit: '',
  driver: '',
  invoice: '',
  place: '',
  city: '',
  state: '',
  odometer: null,
  gallons: null,
  price: null,
}

/** The monthly export of direct bills. Its days are serial numbers of a spreadsheet. */
export const pilot: FileLayout = {
  name: 'pilot',
  label: 'Pilot Flying J export',
  provider: 'pilot',
  titles: [
    ...['Authorization_No', 'UnitNo', 'Card_No', 'Site', 'Quantity', 'InvoiceTotal'],
    ...['RetailTotal', 'TransactionDate', 'ProductCode'],
  ],
  total: 'InvoiceTotal',
  numbers: ['Authorization_No'],
  also: ['ProductCode'],
  read(row) {
    row.requireAmount('InvoiceTotal')
    const day = row.day('TransactionDate')
    if (day === null) return []
    const code = row.text('ProductCode')
    const net = row.cents('InvoiceTotal')
    const retail = row.hasAmount('RetailTotal') ? row.cents('RetailTotal') : net
    const bought = {
      ...NOTHING,
      card: row.text('Card_No'),
      cardKind: 'card' as const,
      day,
      time: row.time('TransactionTime'),
      unit: row.text('UnitNo'),
      place: row.text('SiteDescr') || row.text('Site'),
      kind: kindOfCode('pilot', code),
      code: row.text('ProductDescription') || code,
      gallons: row.gallons('Quantity'),
      retail,
      discount: retail - net,
      net,
    }
    const key = keyOfNumber(row.text('Authorization_No'), bought)
    return [{ ...bought, line: row.line, key, item: code }]
  },
}

/** Rows of the account itself. */
const NO_TOLLS = ['PAYMENT', 'TAG LEASING FEE']

/** Tolls are negative, as they lower the account; payments are positive. */
export const ezpassNewYork: FileLayout = {
  name: 'ezpass-ny',
  label: 'E-ZPass New York statement',
  provider: 'ezpass',
  titles: ['Lane Txn ID', 'Tag/Plate #', 'Agency', 'Exit Plaza', 'Class', 'Date', 'Amount'],
  total: 'Amount',
  numbers: ['Lane Txn ID'],
  other: (row) => (isOfAccount(row) ? row.text('Class') : null),
  read(row) {
    row.requireAmount('Amount')
    const day = row.day('Date')
    if (day === null) return []
    const tag = row.text('Tag/Plate #')
    // "NY LPE4469"
    const plate = /^([A-Z]{2})\s+(\S+)$/.exec(tag)
    const toll = -row.cents('Amount')
    const bought = {
      ...NOTHING,
      card: plate?.[2] ?? tag,
      cardKind: plate ? ('plate' as const) : ('transponder' as const),
      day,
      time: row.time('Exit Time'),
      place: [row.text('Agency'), row.text('Entry Plaza'), row.text('Exit Plaza')]
        .filter(Boolean)
        .join(' '),
      kind: 'toll' as const,
      code: row.text('Class'),
      retail: toll,
      discount: 0n,
      net: toll,
    }
    const key = keyOfNumber(row.text('Lane Txn ID'), bought)
    return [{ ...bought, line: row.line, key, item: 'toll' }]
  },
}

function isOfAccount(row: Row): boolean {
  return NO_TOLLS.includes(row.text('Class').toUpperCase())
}

/** A file of any program. */
export const template: FileLayout = {
  name: 'template',
  label: 'Fuel template',
  provider: null,
  titles: [
    ...['Transaction Date', 'Unit', 'Location State/Province', 'Product Code'],
    ...['Quantity', 'Amount', 'Invoice'],
  ],
  total: 'Amount',
  read(row) {
    row.requireAmount('Amount')
    const day = row.day('Transaction Date')
    if (day === null) return []
    const code = row.text('Product Code')
    const amount = row.cents('Amount')
    const purchase = {
      ...NOTHING,
      card: row.text('Card Number'),
      cardKind: 'card' as const,
      day,
      time: row.time('Transaction Time'),
      unit: row.text('Unit'),
      driver: row.text('Driver Name'),
      invoice: row.text('Invoice'),
      state: row.text('Location State/Province').toUpperCase(),
      kind: kindOfWord(code),
      code,
      gallons: row.gallons('Quantity'),
      retail: amount,
      discount: 0n,
      net: amount,
    }
    return [{ ...purchase, line: row.line, key: keyOfStop(purchase), item: code }]
  },
}
