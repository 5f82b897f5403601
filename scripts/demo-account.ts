/** Writes a made-up carrier into an account, through the API as a person would. */
import { addDays, type Day } from '#core/calendar.ts'
import {
  BROKERS,
  chanceFrom,
  demoLoads,
  DISPATCHERS,
  DRIVERS,
  OWNERS,
  TRUCKS,
} from './demo-carrier.ts'

type Row = { id: number }

/** `cookie` is the account's session; `today` the day up to which the carrier has worked. */
export async function writeDemo(url: string, cookie: string, today: Day): Promise<void> {
  const post = poster(url, cookie)
  await post('settings', {
    companyName: 'Blue Ridge Carriers LLC',
    companyAddress: '480 Depot Street',
    companyCity: 'Asheville',
    companyState: 'NC',
    companyZip: '28801',
    companyPhone: '(555) 014-7700',
    companyEmail: 'office@blueridge.example',
    customDeductions: [{ name: 'ELD and cameras', type: 'fixed', value: '38.50' }],
  })
  const owners = await inTurn(OWNERS, (name, n) =>
    post('owners', { ...person(name, n), paymentMethod: 'ach', taxId: `98-765432${n}` }),
  )
  const drivers = await inTurn(DRIVERS, (name, n) =>
    post('drivers', {
      ...person(name, n),
      licenseNumber: `NC${4_400_100 + n}`,
      licenseState: 'NC',
      licenseExpiration: addDays(today, 40 + n * 90),
      paymentMethod: 'direct-deposit',
    }),
  )
  await inTurn(DISPATCHERS, (name, n) =>
    post('dispatchers', { ...person(name, n), extension: String(101 + n) }),
  )
  const brokers = await inTurn(BROKERS, (companyName, n) =>
    post('brokers', {
      companyName,
      mcNumber: String(210_400 + n),
      dotNumber: String(1_910_000 + n),
      phone: phone(40 + n),
    }),
  )
  const trucks = await inTurn(TRUCKS, (truck, n) =>
    post('trucks', {
      ...truck,
      truckId: String(101 + n),
      vin: `1XKYD49X0MJ4410${n}0`,
      licensePlate: `NC-${7010 + n}`,
      ownerId: owners[n % owners.length]?.id,
      driverId: drivers[n]?.id,
      status: n === 5 ? 'maintenance' : 'active',
    }),
  )
  const loads = demoLoads(today)
  await inTurn(loads, ({ truck, driver, broker, values }) =>
    post('loads', {
      ...values,
      truckId: trucks[truck]?.id,
      driverId: drivers[driver]?.id,
      brokerId: brokers[broker]?.id,
    }),
  )
  await settle(post, trucks, loads, today)
}

/** A settlement for every truck and pay day of the last year, all but the newest approved and paid. */
async function settle(
  post: Post,
  trucks: Row[],
  loads: ReturnType<typeof demoLoads>,
  today: Day,
): Promise<void> {
  const chance = chanceFrom(11)
  const pairs = new Map(
    loads.map(({ truck, values }) => [
      `${truck} ${values.settlementDate}`,
      { truck, day: values.settlementDate },
    ]),
  )
  const due = [...pairs.values()]
    .filter(({ day }) => day > addDays(today, -365) && day < today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  await inTurn(due, async ({ truck, day }) => {
    const { id } = await post('billing', {
      truckId: trucks[truck]?.id,
      settlementDate: day,
      fuel: (180 + chance() * 420).toFixed(2),
      insurance: '350.00',
      tolls: (chance() * 60).toFixed(2),
      maintenance: chance() < 0.2 ? (chance() * 400).toFixed(2) : '0',
      other: '38.50',
    })
    if (day > addDays(today, -8)) return
    await post(`billing/${id}/approve`, {})
    await post(`billing/${id}/pay`, { paidOn: addDays(day, 3), paymentMethod: 'ach' })
  })
}

type Post = (name: string, body: object) => Promise<Row>

function poster(url: string, cookie: string): Post {
  return async (name, body) => {
    const answer = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${name} ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Row
  }
}

/** One after the other, so that the newest in the lists is the newest of the carrier. */
async function inTurn<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = []
  for (const [index, item] of items.entries()) made.push(await make(item, index))
  return made
}

function person(name: string, n: number) {
  const [first = ''] = name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .toLowerCase()
    .split(' ')
  return {
    name,
    email: `${first}${n}@blueridge.example`,
    phone: phone(n),
    address: `${12 + n} Elm Street\nAsheville, NC 28801`,
  }
}

function phone(n: number): string {
  return `(555) 01${String(n).padStart(2, '0')}-${2000 + n * 37}`
}
