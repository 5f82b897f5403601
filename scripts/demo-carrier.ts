/** The sample data: people, trucks and fourteen months of loads. The same data each time. */
import { addDays, weekdayOf, type Day } from '#core/calendar.ts'

export const OWNERS = ['Łukasz Kowalski', 'Maria Delgado', 'Thanh Nguyễn']
export const DRIVERS = [
  'James Carter',
  'Zoë Ångström',
  'Miguel Torres',
  'Dmitri Ivanov',
  'Aisha Khan',
  'Robert Hayes',
  'Sean O’Brien',
  'Linh Trần',
]
export const DISPATCHERS = ['Karen Whitfield', 'Tom Becker']
export const BROKERS = [
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
export const TRUCKS = [
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
const LOADS = 400
const DAYS = 425
const FRIDAY = 5

/** Pseudo-random numbers from 0 to 1, the same for each run. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** Loads up to a few days after `today`, oldest first. `truck`, `driver` and `broker` are indexes. */
export function makeLoads(today: Day) {
  const random = createRandom(7)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  return Array.from({ length: LOADS }, (_, index) => {
    const pickupDate = addDays(today, Math.round((index / LOADS) * DAYS) - DAYS + 2)
    const deliveryDate = addDays(pickupDate, 1 + Math.floor(random() * 3))
    const from = pick(CITIES)
    const to = pick(CITIES.filter((city) => city !== from))
    const miles = 280 + Math.floor(random() * 1100)
    const truck = index % TRUCKS.length
    const delivered = deliveryDate <= today
    const settled = deliveryDate < addDays(today, -21)
    return {
      truck,
      driver: truck === 0 && random() < 0.4 ? 6 : truck,
      broker: Math.floor(random() * BROKERS.length),
      values: {
        loadId: `HB-${1000 + index}`,
        pickupCity: from[0],
        pickupState: from[1],
        pickupZip: from[2],
        deliveryCity: to[0],
        deliveryState: to[1],
        deliveryZip: to[2],
        pickupDate,
        deliveryDate,
        settlementDate: fridayAfter(deliveryDate),
        cargoType: pick(CARGO),
        weight: String(18_000 + Math.floor(random() * 26_000)),
        miles: String(miles),
        revenue: (miles * (1.9 + random() * 1.1)).toFixed(2),
        deliveryStatus: delivered ? 'delivered' : pickupDate <= today ? 'in-transit' : 'scheduled',
        paymentStatus: settled ? 'paid' : random() < 0.6 ? 'unpaid' : 'pending',
        bolStatus: settled || random() < 0.5 ? 'received' : 'not-received',
      },
    }
  })
}

/** The settlement date of a load: the Friday of the week after its delivery. */
function fridayAfter(day: Day): Day {
  return addDays(day, ((FRIDAY - weekdayOf(day) + 7) % 7) + 7)
}
