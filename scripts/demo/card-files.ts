/** The files of a fuel card and a toll company for the sample carrier's last weeks: what its trucks bought on the way of their loads. */
import { type Day, weekOf } from '#core/calendar.ts'
import { addUp, divideRounded, toAmount, type Cents } from '#core/money.ts'
import { createRandom } from '#server/sample/carrier.ts'

/** A load of a truck that has a card. `truck`: an index. */
export type HauledLoad = {
  truck: number
  miles: number
  pickup: { day: Day; city: string; state: string }
  delivery: { day: Day; city: string; state: string }
}
type Truck = { number: string; driver: string; card: string; transponder: string; odometer: number }
type CardFile = { name: string; text: string }

const SUNDAY = 0
const MILES_PER_GALLON = 6.6
/** Thousandths of a dollar. */
const DEF_PRICE = 4459
/** A card of nobody, and an item that no list knows: both wait for the office. */
const LOST = { card: '0599', number: '', driver: '' }
const LOST_DIESEL = { item: 'ULSD', gallons: 6240, price: 3619, discount: 310 }
const UNKNOWN = { item: 'MISC', gallons: 100, price: 24_990, discount: 0 }

const EFS_TITLES = [
  ...[
    'Card #',
    'Tran Date',
    'Tran Time',
    'Invoice',
    'Unit',
    'Driver Name',
    'Odometer',
    'Location Name',
  ],
  ...[
    'City',
    'State/ Prov',
    'Fees',
    'Item',
    'Unit Price',
    'Disc PPU',
    'Disc Cost',
    'Qty',
    'Disc Amt',
  ],
  ...['Disc Type', 'Amt', 'DB', 'Currency'],
]
const STOPS = ['PILOT', 'FLYING J', 'LOVES', 'TA', 'PETRO']

type Stop = { day: Day; city: string; state: string }
/** `gallons`: hundredths; `price` and `discount`: thousandths of a dollar. */
type Item = { item: string; gallons: number; price: number; discount: number; fee?: string }
type Holder = Omit<Truck, 'transponder' | 'odometer'>

/** A file for each week, the oldest first. Each prints its own total. */
export function makeFuelFiles(
  loads: readonly HauledLoad[],
  trucks: readonly Truck[],
  today: Day,
): CardFile[] {
  const random = createRandom(23)
  const odometers = trucks.map(({ odometer }) => odometer)
  const buy = openPumps(today)
  const weeks = [...Map.groupBy(loads, ({ pickup }) => weekOf(pickup.day, SUNDAY).to)]
  return weeks.toSorted(byKey).map(([saturday, ofWeek], week) => {
    const rows = ofWeek.toSorted(byPickup).flatMap(({ truck, miles, pickup, delivery }) => {
      const holder = trucks[truck]
      if (!holder) return []
      const drive = (part: number) =>
        (odometers[truck] = (odometers[truck] ?? 0) + Math.round(miles * part))
      const { diesel, def } = pickFuel(miles, random)
      const first = buy(holder, drive(0.4), pickup, [{ ...diesel, fee: '1.00' }, def])
      const second = random() < 0.3 ? [diesel, SCALE] : [diesel]
      return [...first, ...buy(holder, drive(0.7), delivery, second)]
    })
    const [{ truck, pickup }] = ofWeek as [HauledLoad]
    const isLast = week === weeks.length - 1
    const open = isLast
      ? [
          ...buy(LOST, 0, pickup, [LOST_DIESEL]),
          ...buy(trucks[truck] ?? LOST, 0, pickup, [UNKNOWN]),
        ]
      : []
    return { name: `efs-${saturday}.csv`, text: toReport([...rows, ...open]) }
  })
}

const SCALE = { item: 'SCLE', gallons: 100, price: 13_500, discount: 0 }

/** Half of the load's diesel, and the DEF for it. */
function pickFuel(miles: number, random: () => number) {
  const price = 3480 + Math.floor(random() * 420)
  const discount = 250 + Math.floor(random() * 330)
  const gallons = Math.round((miles / MILES_PER_GALLON / 2) * 100)
  const def = { item: 'DEFD', price: DEF_PRICE, discount: 0, gallons: Math.round(gallons * 0.05) }
  return { diesel: { item: 'ULSD', price, discount, gallons }, def }
}

/** Returns the rows of a stop, with the next invoice. What is after today was not bought. */
function openPumps(today: Day) {
  let invoice = 48_100
  return (holder: Holder, odometer: number, stop: Stop, items: readonly Item[]): string[][] => {
    if (stop.day > today) return []
    invoice += 7
    const place = `${STOPS[invoice % STOPS.length]} ${100 + (invoice % 800)}`
    const time = `${pad(6 + (invoice % 13))}:${pad(invoice % 60)}`
    return items.map(({ item, gallons, price, discount, fee = '' }) => {
      const less = multiply(gallons, discount)
      return [
        ...[`*${holder.card}`, stop.day, time, String(invoice), holder.number, holder.driver],
        ...[String(odometer || ''), place, stop.city, stop.state, fee, item],
        ...[toRate(price), toRate(price - discount), toRate(discount)],
        ...[(gallons / 100).toFixed(2), toAmount(less), discount ? 'RM' : 'ND'],
        ...[toAmount(multiply(gallons, price) - less), 'N', 'USD/Gallons'],
      ]
    })
  }
}

function toReport(rows: readonly string[][]): string {
  const at = EFS_TITLES.indexOf('Amt')
  const total = toAmount(addUp(rows.map((row) => row[at] ?? '0.00')))
  const footer = EFS_TITLES.map((_, column) => (column === at ? total : ''))
  return toCsv([EFS_TITLES, ...rows, ['Total', ...footer.slice(1)]])
}

const TOLL_TITLES = [
  ...['Lane Txn ID', 'Tag/Plate #', 'Agency', 'Entry Plaza', 'Exit Plaza', 'Class', 'Date'],
  ...['Exit Time', 'Amount'],
]
/** The toll roads of the states that loads begin or end in. */
const TOLL_ROADS: Record<string, [agency: string, plaza: string, amount: string]> = {
  IL: ['ISTHA', 'Tri-State 163rd St', '7.60'],
  OH: ['OTIC', 'Eastgate 239', '18.75'],
}

/** A file for each month, the oldest first. A payment to the account is no toll. */
export function makeTollFiles(
  loads: readonly HauledLoad[],
  trucks: readonly Truck[],
  today: Day,
): CardFile[] {
  let number = 710_240
  const passages = loads.flatMap(({ truck, pickup, delivery }) =>
    [pickup, delivery].flatMap(({ day, state }) => {
      const road = TOLL_ROADS[state]
      const transponder = trucks[truck]?.transponder
      return road && transponder && day <= today ? [{ day, transponder, road }] : []
    }),
  )
  const months = Map.groupBy(passages, ({ day }) => day.slice(0, 7))
  return [...months].toSorted(byKey).map(([month, ofMonth]) => {
    const rows = ofMonth
      .toSorted((one, other) => (one.day < other.day ? -1 : 1))
      .map(({ day, transponder, road: [agency, plaza, amount] }) => [
        ...[String((number += 13)), transponder, agency, '', plaza, '5', toSlashes(day)],
        ...[`${pad(7 + (number % 12))}:2${number % 10}:00`, `$-${amount}`],
      ])
    const payment = ['', '', '', '', '', 'PAYMENT', toSlashes(`${month}-01`), '', '$200.00']
    return { name: `ezpass-${month}.csv`, text: toCsv([TOLL_TITLES, payment, ...rows]) }
  })
}

function multiply(gallons: number, price: number): Cents {
  return divideRounded(BigInt(gallons) * BigInt(price), 1000n)
}

function toRate(thousandths: number): string {
  return (thousandths / 1000).toFixed(3)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** "11/18/2026". */
function toSlashes(day: Day): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.join(',')}\n`).join('')
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}

function byPickup({ pickup: one }: HauledLoad, { pickup: other }: HauledLoad): number {
  return one.day < other.day ? -1 : 1
}
