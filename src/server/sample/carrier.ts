/** A sample carrier: people, trucks, recurring deductions and fifteen months of loads. The data is the same each time. */
import { addDays, type Day, weekdayOf, weekOf } from '#core/calendar.ts'

const OWNERS = ['Łukasz Kowalski', 'Maria Delgado', 'Thanh Nguyễn']
const DRIVERS = [
  'James Carter',
  'Zoë Ångström',
  'Miguel Torres',
  'Dmitri Ivanov',
  'Aisha Khan',
  'Robert Hayes',
  'Sean O’Brien',
  'Linh Trần',
]
const DISPATCHERS = ['Karen Whitfield', 'Tom Becker']
const BROKERS = [
  'Prairie Freight Partners',
  'Bluebonnet Logistics',
  'Great Lakes Brokerage',
  'Red Mesa Transport',
  'Cumberland Freight',
  'Harbor Point Logistics',
  'Summit Load Desk',
  'Ozark Carriers Exchange',
  'Pinewood Freight',
  'Lone Star Load Board',
  'Cascade Brokerage',
  'Tidewater Freight',
]
const TRUCKS = [
  { make: 'Freightliner', model: 'Cascadia', year: 2021 },
  { make: 'Kenworth', model: 'T680', year: 2020 },
  { make: 'Peterbilt', model: '579', year: 2022 },
  { make: 'Volvo', model: 'VNL 760', year: 2019 },
  { make: 'International', model: 'LT', year: 2023 },
  { make: 'Mack', model: 'Anthem', year: 2018 },
]

const CITIES = [
  ['Dallas', 'TX', '75201'],
  ['Atlanta', 'GA', '30303'],
  ['Memphis', 'TN', '38103'],
  ['Chicago', 'IL', '60601'],
  ['Kansas City', 'MO', '64106'],
  ['Denver', 'CO', '80202'],
  ['Phoenix', 'AZ', '85004'],
  ['Laredo', 'TX', '78040'],
  ['Nashville', 'TN', '37203'],
  ['Columbus', 'OH', '43215'],
] as const

const CARGO = [
  'Steel coils',
  'Frozen foods',
  'Paper rolls',
  'Auto parts',
  'Bottled water',
  'Lumber',
]
const WEEKS = 67
/** The pickup of each truck's weekly load, in days after Sunday. It is delivered by Friday. */
const PICKUP_DAYS = [1, 1, 2, 2, 3, 3]
const SUNDAY = 0
const FRIDAY = 5

/** Indexes: the truck whose repair leaves a negative net, and the one with an advance. */
export const REPAIRED_TRUCK = 3
const TRUCK_WITH_ADVANCE = 2
const TRUCK_WITHOUT_BOL = 4
/** The payee of this truck is its driver. */
export const TRUCK_WITHOUT_OWNER = TRUCKS.length - 1

/** Records as a client sends them. `owner`, `driver` and `truck` are indexes of the other lists. */
export function makeCarrier(today: Day) {
  return {
    owners: OWNERS.map((name, n) => ({
      ...makePerson(name, n),
      paymentMethod: n === 1 ? 'check' : 'ach',
      taxId: `98-765432${n}`,
    })),
    drivers: DRIVERS.map((name, n) => ({
      ...makePerson(name, n),
      licenseNumber: `NC${4_400_100 + n}`,
      licenseState: 'NC',
      licenseExpiration: addDays(today, 40 + n * 90),
      paymentMethod: 'direct-deposit',
    })),
    dispatchers: DISPATCHERS.map((name, n) => ({
      ...makePerson(name, n),
      extension: String(101 + n),
    })),
    brokers: BROKERS.map((companyName, n) => ({
      companyName,
      mcNumber: String(210_400 + n),
      dotNumber: String(1_910_000 + n),
      phone: makePhone(40 + n),
    })),
    // Two owners have two trucks.
    trucks: TRUCKS.map((truck, n) => ({
      owner: n === TRUCK_WITHOUT_OWNER ? null : n % OWNERS.length,
      driver: n,
      values: {
        ...truck,
        truckId: String(101 + n),
        vin: `1XKYD49X0MJ4410${n}0`,
        licensePlate: `NC-${7010 + n}`,
        status: n === TRUCK_WITHOUT_OWNER ? 'maintenance' : 'active',
      },
    })),
    deductions: makeDeductions(today),
    loads: makeLoads(today),
  }
}

/** `truck`: null for all trucks. */
function makeDeductions(today: Day) {
  const weekly = { category: 'other', basis: 'fixed' }
  return [
    { truck: null, values: { ...weekly, description: 'ELD and cameras', value: '38.50' } },
    {
      truck: null,
      values: {
        ...weekly,
        description: 'Escrow',
        value: '25.00',
        balance: 'escrow',
        total: '2500.00',
      },
    },
    {
      truck: TRUCK_WITH_ADVANCE,
      values: {
        category: 'tires',
        basis: 'fixed',
        description: 'Advance for drive tires',
        value: '150.00',
        balance: 'advance',
        total: '2400.00',
        firstDay: addDays(today, -70),
      },
    },
    {
      truck: 0,
      values: {
        category: 'trailerRental',
        basis: 'fixed',
        description: 'Trailer 5312',
        value: '225.00',
        firstDay: addDays(today, -180),
      },
    },
  ]
}

/** Pseudo-random numbers from 0 to 1, the same for each run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Loads up to a few days after `today`, oldest first. `truck`, `driver`, `broker` and `dispatcher` are indexes. */
function makeLoads(today: Day) {
  const random = createRandom(7)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const sunday = weekOf(today, SUNDAY).from
  return Array.from({ length: WEEKS * TRUCKS.length }, (_, index) => {
    const truck = index % TRUCKS.length
    const week = Math.floor(index / TRUCKS.length)
    const weekStart = addDays(sunday, 7 * (week + 1 - WEEKS))
    const pickupDate = addDays(weekStart, PICKUP_DAYS[truck] ?? 1)
    const deliveryDate = addDays(pickupDate, 1 + Math.floor(random() * 2))
    const from = pick(CITIES)
    const to = pick(CITIES.filter((city) => city !== from))
    // The miles differ so little that no week's gross is an exception.
    const miles = 700 + Math.floor(random() * 500)
    const delivered = deliveryDate <= today
    const settlementDate = fridayAfter(deliveryDate)
    const settled = deliveryDate < addDays(today, -21)
    return {
      truck,
      driver: truck === 0 && random() < 0.4 ? 6 : truck,
      broker: Math.floor(random() * BROKERS.length),
      dispatcher: truck % DISPATCHERS.length,
      values: {
        loadId: `HB-${1000 + index}`,
        ...makeReferences(index),
        pickupCity: from[0],
        pickupState: from[1],
        pickupZip: from[2],
        deliveryCity: to[0],
        deliveryState: to[1],
        deliveryZip: to[2],
        pickupDate,
        deliveryDate,
        settlementDate,
        cargoType: pick(CARGO),
        weight: String(18_000 + Math.floor(random() * 26_000)),
        miles: String(miles),
        revenue: (miles * (2.1 + random() * 0.6)).toFixed(2),
        deliveryStatus: delivered ? 'delivered' : pickupDate <= today ? 'in-transit' : 'scheduled',
        paymentStatus: settled ? 'paid' : random() < 0.6 ? 'unpaid' : 'pending',
        bolStatus: hasBol(truck, settlementDate, today) ? 'received' : 'not-received',
      },
    }
  })
}

/** References, appointments and pieces. Not every load has all of them. */
function makeReferences(index: number) {
  const hour = (first: number) => `${String(first + (index % 4)).padStart(2, '0')}:00`
  return {
    brokerLoadNumber: String(48_210_377 + index * 61),
    poNumber: index % 3 === 0 ? `PO-${77_120 + index}` : null,
    bolNumber: index % 2 === 0 ? String(6_100_450 + index) : null,
    pickupNumber: index % 4 === 0 ? null : `PU${3300 + index}`,
    pickupTime: index % 5 === 0 ? null : `${hour(7)}-${hour(11)}`,
    deliveryTime: index % 5 === 1 ? null : hour(9),
    pieces: 12 + (index % 15),
  }
}

/** The settlement date of a load: the Friday of the week after its delivery. */
function fridayAfter(day: Day): Day {
  return addDays(day, ((FRIDAY - weekdayOf(day) + 7) % 7) + 7)
}

/** Bills of lading arrive before their week is settled, except one truck's, which is the exception of the newest run. */
function hasBol(truck: number, settlementDate: Day, today: Day): boolean {
  if (settlementDate >= today) return false
  return truck !== TRUCK_WITHOUT_BOL || settlementDate < addDays(today, -7)
}

/** Contact details of sample people. */

function makePerson(name: string, n: number) {
  const [first = ''] = name
    .normalize('NFD')
    // Not an L with an accent.
    .replaceAll('Ł', 'L')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
  return {
    name,
    email: `${first}${n}@blueridge.example`,
    phone: makePhone(n),
    address: `${12 + n} Elm Street\nAsheville, NC 28801`,
  }
}

/** 555-0100 to 555-0199 are nobody's numbers. */
function makePhone(n: number): string {
  return `(828) 555-01${String(n).padStart(2, '0')}`
}
