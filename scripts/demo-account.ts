/** Writes the sample carrier to an account through the API. */
import { quarterBefore, quarterOf } from '#core/balances/interest.ts'
import { addDays, type Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents } from '#core/money.ts'
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
      // The last truck has no owner: its driver is paid. Two owners have two trucks.
      ownerId: n === TRUCKS.length - 1 ? null : owners[n % owners.length]?.id,
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
  await post('deduction-rules', CAMERAS)
  await post('deduction-rules', ESCROW)
  await settle(post, trucks, loads, today)
  const quarter = quarterBefore(quarterOf(today))
  await post('balances/interest', { quarter, rate: '4.25' })
}

const CAMERAS = {
  category: 'other',
  description: 'ELD and cameras',
  basis: 'fixed',
  value: '38.50',
}

const ESCROW = {
  category: 'other',
  description: 'Escrow',
  basis: 'fixed',
  value: '25.00',
  balance: 'escrow',
  total: '2500.00',
}

type Settlement = Row & { ownerId: number | null; driverId: number | null; netPayment: string }

/**
 * Saves a settlement for each truck and settlement date of the last year. All but the newest are approved. They are paid
 * by the week, except for the last approved week, in which one payee is paid.
 */
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
  const weeks = [...Map.groupBy(due, ({ day }) => day)]
  const approved = weeks.filter(([day]) => day <= addDays(today, -8))
  await makeInOrder(weeks, async ([day, settlements]) => {
    const ids = await makeInOrder(settlements, async ({ truck }) => {
      const { id } = await post('billing', {
        truckId: trucks[truck]?.id,
        settlementDate: day,
        fuel: (180 + random() * 420).toFixed(2),
        insurance: '350.00',
        tolls: (random() * 60).toFixed(2),
        maintenance: random() < 0.2 ? (random() * 400).toFixed(2) : '0',
      })
      if (random() < 0.1) await post(`billing/${id}/expenses`, DETENTION)
      return id
    })
    if (day > addDays(today, -8)) return
    const statements = await makeInOrder(ids, async (id) =>
      post<Settlement>(`billing/${id}/approve`, { approvedOn: day }),
    )
    await pay(post, statements, addDays(day, 3), day === approved.at(-1)?.[0] ? 1 : undefined)
  })
}

const DETENTION = {
  kind: 'extra-pay',
  extraPay: 'detention',
  description: 'Detention at the delivery',
  quantity: '3',
  rate: '50.00',
}

/** Makes one payment for each payee, or for the first ones. */
async function pay(post: Post, statements: Settlement[], paidOn: Day, payees?: number) {
  const open = statements.filter(({ netPayment }) => toCents(netPayment) > 0n)
  const byPayee = Map.groupBy(open, ({ ownerId, driverId }) => `${ownerId} ${driverId}`)
  await makeInOrder([...byPayee.values()].slice(0, payees), async (ofPayee) => {
    const { ownerId = null, driverId = null } = ofPayee[0] ?? {}
    await post('payments', {
      ...{ ownerId, driverId, truckId: null, paidOn, method: 'ach', reference: '' },
      amount: toAmount(addUp(ofPayee.map(({ netPayment }) => netPayment))),
      parts: ofPayee.map(({ id, netPayment }) => ({ billingId: id, amount: netPayment })),
    })
  })
}

type Post = <Made = Row>(name: string, body: object) => Promise<Made>

function createPost(url: string, cookie: string): Post {
  return async <Made>(name: string, body: object) => {
    const response = await fetch(`${url}/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${name} ${response.status}: ${await response.text()}`)
    return (await response.json()) as Made
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
