/** The sample carrier's leases, trailers, cards and costs, and what its cards bought in the last weeks. */
import { addDays, monthsUntil, type Day } from '#core/calendar.ts'
import { INITIAL_TERMS, type LeaseTerm } from '#core/fleet/lease-terms.ts'
import type { makeCarrier } from '#server/sample/carrier.ts'
import { makeFuelFiles, makeTollFiles, type HauledLoad } from './card-files.ts'
import { makeInOrder, type Post, type Upload } from './client.ts'

type Carrier = ReturnType<typeof makeCarrier>
type Row = { id: number }
type FleetInput = {
  post: Post
  upload: Upload
  carrier: Carrier
  owners: Row[]
  drivers: Row[]
  trucks: Row[]
  today: Day
}

/** The cards are this new. Fuel and tolls of the weeks before are typed. */
const CARD_DAYS = 70

/** The first day with cards: a Sunday, as the work week begins. */
export function firstCardDay(sunday: Day): Day {
  return addDays(sunday, -CARD_DAYS)
}

const TRAILERS = [
  { trailerId: '5312', kind: 'dry-van', year: 2019 },
  { trailerId: '5318', kind: 'dry-van', year: 2021 },
  { trailerId: '5320', kind: 'reefer', year: 2020 },
  { trailerId: '5327', kind: 'dry-van', year: 2018 },
  { trailerId: '4810', kind: 'flatbed', year: 2017 },
  { trailerId: '5331', kind: 'reefer', year: 2022 },
]

/** A trailer for each truck, in the order of the trucks. */
export function writeTrailers(post: Post): Promise<Row[]> {
  return makeInOrder(TRAILERS, (trailer, n) =>
    post('trailers', {
      ...trailer,
      vin: `1JJV532D8KL9920${n}1`,
      licensePlate: `NC-T${4410 + n}`,
      plateState: 'NC',
    }),
  )
}

/** By owner: the account's charge-backs, half of the discount on fuel, and retail for reefer fuel. */
function makeTerms(owner: number): LeaseTerm[] {
  if (owner === 0) return []
  return INITIAL_TERMS.map((term) => {
    if (owner === 1 && term.kind === 'fuel')
      return { ...term, discount: 'part', discountPercent: '50' }
    return owner === 2 && term.kind === 'scale' ? { ...term, charge: 'none' } : term
  })
}

/** What the carrier keeps of the revenue, in percent. The last truck is its own, and its driver is paid the rest. */
const OWNERS_FEE = '12'
const DRIVERS_FEE = '65'

export async function writeLeases(input: FleetInput): Promise<void> {
  const { post, carrier, owners, trucks, today } = input
  await makeInOrder(carrier.trucks, async ({ owner }, n) => {
    const truckId = trucks[n]?.id
    const [description, value] =
      owner === null ? ['Carrier’s share', DRIVERS_FEE] : ['Lease fee', OWNERS_FEE]
    const fee = { category: 'other', basis: 'percent', description, value }
    await post('deduction-rules', { ...fee, truckId })
    if (owner === null) return
    await post('leases', {
      truckId,
      ownerId: owners[owner]?.id,
      startsOn: addDays(today, -500),
      endsOn: null,
      pay: 'percent',
      rate: '88',
      terms: makeTerms(owner),
    })
  })
}

/** The accounts, a fuel card and a transponder for each truck, and the files of both companies. */
export async function writeCards(input: FleetInput & { firstDay: Day }): Promise<void> {
  const { post, upload, carrier, drivers, trucks, firstDay, today } = input
  await post('card-accounts', { provider: 'efs', kind: 'fuel', accountNumber: 'BRF-20418' })
  await post('card-accounts', { provider: 'ezpass', kind: 'toll', accountNumber: '2004417730' })
  const held = carrier.trucks.map(({ driver, values }, n) => ({
    number: values.truckId,
    driver: carrier.drivers[driver]?.name.toUpperCase() ?? '',
    card: `05${41 + n}`,
    transponder: `0081234560${n}`,
    odometer: 412_300 - n * 31_700,
  }))
  await makeInOrder(held, async ({ card, transponder }, n) => {
    const holder = { truckId: trucks[n]?.id, startsOn: firstDay, endsOn: null }
    const driverId = drivers[carrier.trucks[n]?.driver ?? 0]?.id
    await post('cards', { ...holder, driverId, provider: 'efs', kind: 'card', number: card })
    await post('cards', { ...holder, provider: 'ezpass', kind: 'transponder', number: transponder })
  })
  await makeInOrder(held, ({ odometer }, n) =>
    post('odometer-readings', {
      truckId: trucks[n]?.id,
      day: addDays(firstDay, -1),
      miles: odometer - 120,
    }),
  )
  const loads = carrier.loads
    .filter(({ values }) => values.pickupDate >= firstDay && values.pickupDate <= today)
    .map(toHauled)
  const files = [...makeFuelFiles(loads, held, today), ...makeTollFiles(loads, held, today)]
  await makeInOrder(files, ({ name, text }) =>
    upload(`card-purchases/import?name=${name}`, Buffer.from(text), 'text/csv'),
  )
}

function toHauled({ truck, values }: Carrier['loads'][number]): HauledLoad {
  const { miles, pickupDate, pickupCity, pickupState } = values
  const { deliveryDate, deliveryCity, deliveryState } = values
  return {
    truck,
    miles: Number(miles),
    pickup: { day: pickupDate, city: pickupCity, state: pickupState },
    delivery: { day: deliveryDate, city: deliveryCity, state: deliveryState },
  }
}

const MONTHS_OF_COSTS = 4

/** Insurance, wages and permits of each of the last months, and repairs of the carrier's own truck. */
export async function writeCosts({ post, trucks, today }: FleetInput): Promise<void> {
  await makeInOrder(monthsUntil(today, MONTHS_OF_COSTS), async ({ from: startsOn, to: endsOn }) => {
    const fixed = { startsOn, endsOn, behavior: 'fixed' }
    await post('costs', {
      ...fixed,
      category: 'insurance',
      vendor: 'Great West Casualty',
      amount: '6900.00',
      chargedBack: '7525.00',
    })
    await post('costs', {
      ...fixed,
      category: 'wages',
      vendor: 'Dispatch office',
      amount: '2900.00',
    })
    await post('costs', { ...fixed, category: 'permits', vendor: 'IRP and UCR', amount: '310.00' })
  })
  const own = { truckId: trucks.at(-1)?.id, behavior: 'variable' }
  await post('costs', {
    ...own,
    startsOn: addDays(today, -18),
    category: 'tires',
    vendor: 'Speedco Knoxville',
    amount: '1240.00',
    note: 'Two drive tires',
  })
  await post('costs', {
    ...own,
    startsOn: addDays(today, -44),
    category: 'maintenance',
    vendor: 'Mack of Asheville',
    amount: '685.40',
    note: 'Brakes and oil',
  })
}
