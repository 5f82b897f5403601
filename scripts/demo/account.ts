/** Writes the sample carrier with a year of settlements to an account through the API. */
import { quarterBefore, quarterOf } from '#core/balances/interest.ts'
import { addDays, weekOf, type Day } from '#core/calendar.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import { NEW_ACCOUNT_TO_BILL } from '#core/required-papers/required-papers.ts'
import {
  createRandom,
  makeCarrier,
  REPAIRED_TRUCK,
  TRUCK_WITHOUT_OWNER,
} from '#server/sample/carrier.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { BILLED_DAYS, writeBilling } from './billing.ts'
import {
  createSend,
  createUpload,
  makeInOrder,
  type Post,
  type Send,
  type Upload,
} from './client.ts'
import { firstCardDay, writeCards, writeCosts, writeLeases, writeTrailers } from './fleet.ts'

type Row = { id: number }
type Loads = ReturnType<typeof makeCarrier>['loads']
/** "Loads: 100 of 400". */
type Report = (progress: string) => void

const REPORT_EVERY = 100
const SUNDAY = 0

/**
 * `cookie`: the account's session. `today`: the last day of the sample data. `days`: how many days before it the data begins;
 * it has a year.
 */
export async function writeDemo(
  url: string,
  cookie: string,
  today: Day,
  { report = () => undefined, days = Infinity }: { report?: Report; days?: number } = {},
): Promise<void> {
  const send = createSend(url, cookie)
  const post: Post = (name, body) => send('POST', name, body)
  const made = makeCarrier(today)
  const firstDay = days === Infinity ? '' : addDays(today, -days)
  const recent = made.loads.filter(({ values }) => values.settlementDate >= firstDay)
  const carrier = { ...made, loads: recent }
  await post('settings', { ...COMPANY, ...DEFAULTS })
  const owners = await makeInOrder(carrier.owners, (owner) => post('owners', owner))
  const drivers = await makeInOrder(carrier.drivers, (driver) => post('drivers', driver))
  const dispatchers = await makeInOrder(carrier.dispatchers, (dispatcher) =>
    post('dispatchers', dispatcher),
  )
  const brokers = await makeInOrder(carrier.brokers, (broker, n) =>
    post('brokers', { ...broker, ...makeBilling(broker.companyName, n) }),
  )
  const trucks = await makeInOrder(carrier.trucks, ({ owner, driver, values }) =>
    post('trucks', {
      ...values,
      ownerId: owner === null ? null : owners[owner]?.id,
      driverId: drivers[driver]?.id,
    }),
  )
  const trailers = await writeTrailers(post)
  report('Owners, drivers, trucks, trailers and brokers')
  const firstBilled = addDays(today, -BILLED_DAYS)
  const loads = await makeInOrder(carrier.loads, async (load, n) => {
    const { truck, driver, broker, dispatcher, values } = load
    const { deliveryDate: deliveredOn, bolStatus, deliveryStatus } = values
    const { id } = await post('loads', {
      ...values,
      // Older loads were paid before the first invoice.
      ...(deliveredOn > firstBilled ? { paymentStatus: undefined } : { paymentStatus: 'paid' }),
      ...(isOfYear(values.settlementDate, today) ? {} : BEFORE_HAULBOOK),
      truckId: trucks[truck]?.id,
      trailerId: trailers[truck]?.id,
      emptyMiles: String(35 + ((n * 37) % 120)),
      driverId: drivers[driver]?.id,
      brokerId: brokers[broker]?.id,
      dispatcherId: dispatchers[dispatcher]?.id,
    })
    if ((n + 1) % REPORT_EVERY === 0) report(`Loads: ${n + 1} of ${carrier.loads.length}`)
    const isDelivered = deliveryStatus === 'delivered'
    const hasBol = bolStatus === 'received'
    const { loadId: number, pickupDate: pickedUpOn, revenue } = values
    const isReady = hasBol && isDelivered
    const papers = { id, number, truck, revenue, pickedUpOn, isDelivered, hasBol }
    return { ...papers, broker, deliveredOn, isReady }
  })
  const upload = createUpload(url, cookie)
  await writePapers({ send, upload, loads, today })
  const fleet = { post, upload, carrier, owners, drivers, trucks, today }
  const cardsFrom = firstCardDay(weekOf(today, SUNDAY).from)
  await writeLeases(fleet)
  await writeCards({ ...fleet, firstDay: cardsFrom })
  await writeCosts(fleet)
  report('Leases, card purchases and costs')
  await makeInOrder(carrier.deductions, ({ truck, values }) =>
    post('deduction-rules', { ...values, truckId: truck === null ? null : trucks[truck]?.id }),
  )
  await createSettlements({ post, trucks, loads: carrier.loads, today, cardsFrom, report })
  const quarter = quarterBefore(quarterOf(today))
  await post('balances/interest', { quarter, rate: '4.25' })
  await writeBilling({ post, send, brokers, loads, today })
  report('Invoices, money received and a factor')
}

/** Whether the demo settles the day. */
function isOfYear(day: Day, today: Day): boolean {
  return day > addDays(today, -365)
}

/** Older loads were paid by another program. */
const BEFORE_HAULBOOK = { settlementDate: null, settledElsewhere: 'yes' }

/** The broker's fields that invoices need. */
function makeBilling(companyName: string, n: number) {
  const name = companyName.toLowerCase().replaceAll(' ', '')
  return {
    address: `${200 + n * 12} Commerce Street\nNashville, TN 37201`,
    invoiceEmail: `payables@${name}.example`,
    termsDays: 30,
    ...(n % 3 === 0 ? { creditLimit: '25000.00' } : {}),
  }
}

/** Fuel is charged by the cards. */
const DEFAULTS = {
  insuranceDeductionType: 'fixed',
  insuranceDeductionValue: '350.00',
}

type SettlementsInput = {
  post: Post
  trucks: Row[]
  loads: Loads
  today: Day
  /** Fuel and tolls of the weeks before are typed. */
  cardsFrom: Day
  report: Report
}
type Settlement = Row & { ownerId: number | null; driverId: number | null; netPayment: string }

/**
 * Saves a settlement for each truck and settlement date of the last year. All but the newest are approved. They are paid
 * week by week, except for the last approved week, in which one payee is paid.
 */
async function createSettlements({
  post,
  trucks,
  loads,
  today,
  cardsFrom,
  report,
}: SettlementsInput): Promise<void> {
  const random = createRandom(11)
  const keys = new Map(
    loads.map(({ truck, values }) => [
      `${truck} ${values.settlementDate}`,
      { truck, day: values.settlementDate },
    ]),
  )
  const due = [...keys.values()]
    .filter(({ day }) => isOfYear(day, today) && day < today)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const weeks = [...Map.groupBy(due, ({ day }) => day)]
  const approved = weeks.filter(([day]) => day <= addDays(today, -8))
  // The next statements carry the negative net forward.
  const repaired = weeks.at(-4)?.[0]
  await makeInOrder(weeks, async ([day, settlements], week) => {
    const ids = await makeInOrder(settlements, async ({ truck }) => {
      const typed = {
        fuel: (180 + random() * 420).toFixed(2),
        tolls: (random() * 60).toFixed(2),
      }
      const { id } = await post('billing', {
        truckId: trucks[truck]?.id,
        settlementDate: day,
        ...(day < cardsFrom ? typed : {}),
        ...(truck === TRUCK_WITHOUT_OWNER ? {} : { insurance: '350.00' }),
        maintenance: makeMaintenance(random, truck === REPAIRED_TRUCK && day === repaired),
      })
      if (random() < 0.1) await post(`billing/${id}/expenses`, DETENTION)
      return id
    })
    if ((week + 1) % 10 === 0) report(`Settlements: ${week + 1} of ${weeks.length} weeks`)
    if (day > addDays(today, -8)) return
    const statements = await makeInOrder(ids, async (id) =>
      post<Settlement>(`billing/${id}/approve`, { approvedOn: day, confirmed: ['approvedOn'] }),
    )
    await pay(post, statements, addDays(day, 3), day === approved.at(-1)?.[0] ? 1 : undefined)
  })
}

function makeMaintenance(random: () => number, isRepair: boolean): string {
  if (isRepair) return REPAIR
  return random() < 0.2 ? (random() * 400).toFixed(2) : '0'
}

/** More than the truck earns in a week. */
const REPAIR = '3480.00'

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
      ownerId,
      driverId,
      truckId: null,
      paidOn,
      method: 'ach',
      reference: '',
      amount: toAmount(addUp(ofPayee.map(({ netPayment }) => netPayment))),
      parts: ofPayee.map(({ id, netPayment }) => ({ billingId: id, amount: netPayment })),
      confirmed: ['paidOn', 'year'],
    })
  })
}

// The rate confirmations and proofs of delivery of the newest sample loads.

type PaperLoad = {
  id: number
  number: string
  /** The index of the truck. */
  truck: number
  revenue: Amount
  pickedUpOn: Day
  isDelivered: boolean
  hasBol: boolean
}
type PapersInput = { send: Send; upload: Upload; loads: PaperLoad[]; today: Day }

/** Older loads were billed before papers were required. */
const REQUIRED_DAYS = 14
/** Every third delivered load without a BOL waits for its papers. */
const WAITS = 3
/** No one has read the rate confirmations of this truck's loads: an exception of the newest run. */
const UNREAD_TRUCK = 0

/** Requires papers to bill, as a new account does, and stores those of most loads. */
async function writePapers({ send, upload, loads, today }: PapersInput): Promise<void> {
  const firstDay = addDays(today, -REQUIRED_DAYS)
  await send('PUT', 'required-papers', { firstDay, toSettle: {}, toBill: NEW_ACCOUNT_TO_BILL })
  const newest = loads.filter(({ pickedUpOn }) => pickedUpOn >= firstDay)
  await makeInOrder(newest, async (load, n) => {
    const { id, number, truck, revenue, isDelivered, hasBol } = load
    const store = (kind: string, title: string) =>
      upload(
        `loads/${id}/documents?kind=${kind}`,
        makePdf({ text: `${title}, load ${number}, page` }),
      )
    const confirmation = await store('rate-confirmation', 'Rate Confirmation')
    if (truck !== UNREAD_TRUCK)
      await send('PUT', `documents/${confirmation.id}/total`, { total: revenue })
    if (hasBol || (isDelivered && n % WAITS > 0)) await store('pod', 'Proof of Delivery')
  })
}
