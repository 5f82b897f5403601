/** Files of card companies as tests send them. The amounts of the first rows are those of published rows. */

const COMDATA =
  "Account Code,Transaction Date (MM/DD/YYYY),Transaction Time,Transaction Number Indicator,Transaction Number,Comchek Card Number,Driver's Name,Unit Number,Hubometer Reading,Truck Stop Name,Truck Stop City,Truck Stop State,Truck Stop Invoice Number,Total Amount Due,Cash Advance Amount,Charges for Cash Advance,Rebate Amount,Other Fuel Gallons,Other Fuel Cost,#2 Diesel Gallons,#2 Diesel Cost"

/** Diesel 206.29 gal, 707.38 less 113.71; DEF 34.53; an advance of 50.00 with its fee of 0.25. */
export const COMDATA_FILE = `${COMDATA}
AB123,01/09/2025,0412,1,54321,5567,ANN,104,412300,PETRO 12,AMARILLO,TX,900,792.16,50.00,0.25,113.71,8.24,34.53,206.29,707.38
`

const EFS_TITLES =
  'Card #,Tran Date,Tran Time,Invoice,Unit,Driver Name,Odometer,Location Name,City,State/ Prov,Fees,Item,Unit Price,Qty,Disc Amt,Amt,Currency'

export type EfsRow = Partial<{
  card: string
  day: string
  time: string
  invoice: string
  unit: string
  odometer: string
  state: string
  fees: string
  item: string
  price: string
  gallons: string
  discount: string
  amount: string
}>

const ROW = {
  card: '0541',
  day: '2026-01-09',
  time: '10:00',
  invoice: '1',
  unit: '104',
  odometer: '',
  state: 'TX',
  fees: '',
  item: 'ULSD',
  price: '3.499',
  gallons: '97.9',
  discount: '29.37',
  amount: '313.17',
}

/** `total`: the file's own total, in a row below the others. */
export function efsFile(rows: readonly EfsRow[], total?: string): string {
  const lines = rows.map((row) => {
    const { card, day, time, invoice, unit, odometer, state, fees, item, ...amounts } = {
      ...ROW,
      ...row,
    }
    const { price, gallons, discount, amount } = amounts
    const place = ['LUIS RUIZ', odometer, 'PILOT 436', 'DALLAS', state]
    return [card, day, time, invoice, unit, ...place, fees, item]
      .concat([price, gallons, discount, amount, 'USD/Gallons'])
      .join(',')
  })
  const footer = total === undefined ? [] : [`Total,,,,,,,,,,,,,,,"${total}",`]
  return [EFS_TITLES, ...lines, ...footer, ''].join('\n')
}

/** `count` rows of as many invoices, of 20 trucks 100 to 119 with a card each. */
export function weekOfTrucks(count: number): string {
  return efsFile(
    Array.from({ length: count }, (_, n) => ({
      card: `05${String(n % 20).padStart(2, '0')}`,
      unit: String(100 + (n % 20)),
      invoice: String(7000 + n),
    })),
  )
}
