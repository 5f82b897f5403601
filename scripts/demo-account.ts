/** Writes the sample carrier to an account through the API. */
import { addDays, type Day } from '#core/calendar.ts'
import {
  BROKERS,
  createRandom,
  makeLoads,
  DISPATCHERS,
  DRIVERS,
  OWNERS,
  TRUCKS,
} from './demo-carrier.ts'

type Row = { id: number }

/** `cookie`: the account's session. `today`: the last day of the sample data. */
export async function writeDemo(url: string, cookie: string, today: Day): Promise<void> {
  const post = createPost(url, cookie)
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
  const owners = await makeInOrder(OWNERS, (name, n) =>
    post('owners', { ...person(name, n), paymentMethod: 'ach', taxId: `98-765432${n}` }),
  )
  const drivers = await makeInOrder(DRIVERS, (name, n) =>
    post('drivers', {
      ...person(name, n),
      licenseNumber: `NC${4_400_100 + n}`,
      licenseState: 'NC',
      licenseExpiration: addDays(today, 40 + n * 90),
      paymentMethod: 'direct-deposit',
    }),
  )
  await makeInOrder(DISPATCHERS, (name, n) =>
    post('dispatchers', { ...person(name, n), extension: String(101 + n) }),
  )
  const brokers = await makeInOrder(BROKERS, (companyName, n) =>
    post('brokers', {
      companyName,
      mcNumber: String(210_400 + n),
      dotNumber: String(1_910_000 + n),
      phone: phone(40 + n),
    }),
  )
  const trucks = await makeInOrder(TRUCKS, (truck, n) =>
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
  const loads = makeLoads(today)
  await makeInOrder(loads, ({ truck, driver, broker, values }) =>
    post('loads', {
      ...values,
      truckId: trucks[truck]?.id,
      driverId: drivers[driver]?.id,
      brokerId: brokers[broker]?.id,
    }),
  )
  await settle(post, trucks, loads, today)
}

/** Saves a settlement for each truck and settlement date of the last year, and approves and pays all but the newest. */
async function settle(
  post: Post,
  trucks: Row[],
  loads: ReturnType<typeof makeLoads>,
  today: Day,
): Promise<void> {
  const random = createRandom(11)
  const keys = new Map(
    loads.map(({ truck, values }) => [
      `${truck} ${values.settlementDate}`,
      { truck, day: values.settlementDate },
    ]),
  )
  const due = [...keys.values()]
    .filter(({ day }) => day > addDays(today, -365) && day < today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  await makeInOrder(due, async ({ truck, day }) => {
    const { id } = await post('billing', {
      truckId: trucks[truck]?.id,
      settlementDate: day,
      fuel: (180 + random() * 420).toFixed(2),
      insurance: '350.00',
      tolls: (random() * 60).toFixed(2),
      maintenance: random() < 0.2 ? (random() * 400).toFixed(2) : '0',
      ...{ other: '38.50', otherReason: 'ELD and cameras' },
    })
    if (day > addDays(today, -8)) return
    await post(`billing/${id}/approve`, { approvedOn: day })
    await post(`billing/${id}/pay`, { paidOn: addDays(day, 3), paymentMethod: 'ach' })
  })
}

type Post = (name: string, body: object) => Promise<Row>

function createPost(url: string, cookie: string): Post {
  return async (name, body) => {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name} ${response.status}: ${await response.text()}`)
    return (await response.json()) as Row
  }
}

/** One after the other, so that the lists show the records in this order. */
async function makeInOrder<Item, Made>(
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
