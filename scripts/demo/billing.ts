/** Bills the sample carrier's loads of the last months: invoices, money received, a dispute and a factor. */
import { addDays, countDays, type Day } from '#core/calendar.ts'
import type { Factor, ScheduleDetails } from '#core/factoring/responses.ts'
import type { CreatedInvoices, Invoice } from '#core/invoices/responses.ts'
import { addUp, toAmount, toCents, type Amount } from '#core/money.ts'
import { makeInOrder, type Post, type Send } from './client.ts'

/** `broker`: an index of `brokers`. */
type BilledLoad = { id: number; broker: number; deliveredOn: Day; isReady: boolean }
type BilledInvoice = { invoice: Invoice; broker: number; day: Day }
type BillingInput = {
  post: Post
  send: Send
  brokers: { id: number }[]
  loads: BilledLoad[]
  today: Day
}

/** The first sample loads are older and have no invoice. */
export const BILLED_DAYS = 120
/** Loads of the last few days have no invoice yet. They are ready to bill, or their papers are missing. */
const UNBILLED_DAYS = 4
const TERMS_DAYS = 30
/** Indexes of the brokers that pay late, dispute, pay quickly, pay too much, and pay the factor. */
const LATE = 3
const DISPUTES = 5
const PAYS_QUICKLY = 2
const PAYS_TOO_MUCH = 7
const FACTORED = [1, 4]
const QUICK_DAYS = 3

export async function writeBilling(input: BillingInput): Promise<void> {
  await input.send('PUT', 'invoice-settings', {
    termsDays: TERMS_DAYS,
    numbering: 'sequence',
    mcNumber: '884213',
    dotNumber: '2914407',
    startsOn: addDays(input.today, -BILLED_DAYS + 1),
  })
  const factor = await addFactor(input)
  const billed = await billLoads(input)
  await payInvoices(
    input,
    billed.filter(({ broker }) => !FACTORED.includes(broker)),
  )
  await factorInvoices(
    input,
    factor,
    billed.filter(({ broker }) => FACTORED.includes(broker)),
  )
}

async function addFactor({ post, send, brokers, today }: BillingInput): Promise<Factor> {
  const factor = await post<Factor>('factors', {
    name: 'Ridgeline Funding',
    remitTo: 'P.O. Box 4410\nCharlotte, NC 28202',
    notice:
      'This invoice has been assigned to and must be paid directly to Ridgeline Funding, P.O. Box 4410, Charlotte, NC 28202.',
    email: 'schedules@ridgeline.example',
    clientNumber: 'BR-2207',
    advancePercent: '92',
    feePercent: '3',
    recourseDays: 90,
    isDefault: false,
    firstDay: addDays(today, -365),
    lastDay: null,
  })
  for (const index of FACTORED)
    await send('PUT', `brokers/${brokers[index]?.id}/factor`, {
      choice: 'factor',
      factorId: factor.id,
      approvedLimit: '40000.00',
    })
  return factor
}

/** An invoice for each load, on the day after its delivery. */
async function billLoads({
  post,
  send,
  brokers,
  loads,
  today,
}: BillingInput): Promise<BilledInvoice[]> {
  const due = loads.filter(
    ({ deliveredOn, isReady }) =>
      isReady &&
      deliveredOn > addDays(today, -BILLED_DAYS) &&
      deliveredOn <= addDays(today, -UNBILLED_DAYS),
  )
  const days = [...Map.groupBy(due, ({ deliveredOn }) => deliveredOn)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const billed: BilledInvoice[] = []
  await makeInOrder(days, async ([deliveredOn, ofDay]) => {
    const day = addDays(deliveredOn, 1)
    await makeInOrder(
      [...Map.groupBy(ofDay, ({ broker }) => broker)],
      async ([broker, ofBroker]) => {
        const { created } = await post<CreatedInvoices>('invoices', {
          brokerId: brokers[broker]?.id,
          loadIds: ofBroker.map(({ id }) => id),
          each: true,
        })
        for (const { id } of created) {
          await send('PUT', `invoices/${id}`, { invoiceDate: day })
          const invoice = await post<Invoice>(`invoices/${id}/approve`, {
            confirmed: ['asked', 'papers', 'confirmation', 'invoiceDate'],
            today: day,
          })
          billed.push({ invoice, broker, day })
        }
      },
    )
  })
  for (const { invoice, day } of billed.slice(0, -2))
    await post(`invoices/${invoice.id}/sendings`, {
      channel: 'portal',
      sentOn: day,
      confirmed: ['sentOn'],
    })
  return billed
}

/** Each broker pays what is due in one payment every two weeks. */
async function payInvoices(
  { post, brokers, today }: BillingInput,
  billed: BilledInvoice[],
): Promise<void> {
  const paid = billed.filter(({ broker, day }) => paidOn(broker, day) <= today)
  const disputed = paid.findLast(({ broker }) => broker === DISPUTES)
  const payments = Map.groupBy(
    paid.filter((one) => one !== disputed),
    ({ broker, day }) => `${broker} ${Math.floor(countDays(day, today) / 14)}`,
  )
  await makeInOrder([...payments.values()], async (together, n) => {
    const last = together.at(-1)
    if (!last) return
    const { broker, day } = last
    const isQuick = broker === PAYS_QUICKLY
    const parts = together.map(({ invoice }) => makePart(invoice, isQuick))
    const extra = broker === PAYS_TOO_MUCH && n > payments.size - 8 ? 15_000n : 0n
    await post('receipts', {
      brokerId: brokers[broker]?.id,
      receivedOn: paidOn(broker, day),
      method: n % 3 === 0 ? 'check' : 'ach',
      reference: String(70_310 + n * 7),
      amount: toAmount(addUp(parts.map(({ amount }) => amount)) + extra),
      depositedOn: null,
      note: null,
      parts,
      confirmed: ['receivedOn', 'day', 'reference'],
    })
  })
  if (disputed) await dispute(post, disputed)
}

function paidOn(broker: number, day: Day): Day {
  if (broker === PAYS_QUICKLY) return addDays(day, QUICK_DAYS)
  return addDays(day, broker === LATE ? TERMS_DAYS + 26 : TERMS_DAYS + (broker % 4) - 1)
}

/** A quick payment is two percent less. */
function makePart({ id, total }: Invoice, isQuick: boolean) {
  const discount = isQuick ? (toCents(total) * 2n) / 100n : 0n
  const differences = isQuick ? [{ kind: 'quick-pay', amount: toAmount(discount) }] : []
  return { invoiceId: id, amount: toAmount(toCents(total) - discount), differences }
}

function dispute(post: Post, { invoice, day }: BilledInvoice): Promise<unknown> {
  return post(`invoices/${invoice.id}/disputes`, {
    reason: 'not-approved',
    amount: '180.00',
    openedOn: addDays(day, 12),
    confirmed: ['openedOn'],
    note: 'The broker says that no one approved the detention.',
    nextStep: 'Send the gate times',
    nextOn: addDays(day, 20),
  })
}

/** The factor buys the invoices week by week, and collects those that are due. */
async function factorInvoices(
  { post, today }: BillingInput,
  factor: Factor,
  billed: BilledInvoice[],
) {
  const schedules = Map.groupBy(billed, ({ day }) => Math.floor(countDays(day, today) / 7))
  await makeInOrder([...schedules.values()].slice(0, -1), async (bought) => {
    const day = bought.at(-1)?.day ?? today
    const { id } = await post<ScheduleDetails>(`factors/${factor.id}/schedules`, {
      day,
      invoiceIds: bought.map(({ invoice }) => invoice.id),
      confirmed: ['day'],
    })
    await post(`factor-schedules/${id}/submit`, {})
    const entries = bought.flatMap(({ invoice }) => makePurchase(invoice))
    await report(post, factor, addDays(day, 1), entries)
  })
  const due = [...schedules.values()].slice(0, -1).flat()
  const collected = due.filter(({ day }) => addDays(day, TERMS_DAYS + 5) <= today)
  const weeks = Map.groupBy(collected, ({ day }) => Math.floor(countDays(day, today) / 7))
  await makeInOrder([...weeks.values()], async (together) => {
    const day = addDays(together.at(-1)?.day ?? today, TERMS_DAYS + 5)
    const entries = together.flatMap(({ invoice }) => makeCollection(invoice))
    await report(post, factor, day, entries)
  })
}

type Entry = { kind: string; invoiceId: number; amount: Amount }

/** Face = advance + fee + reserve. */
function makePurchase({ id: invoiceId, total }: Invoice): Entry[] {
  const [face, fee, reserve] = [toCents(total), feeOf(total), reserveOf(total)]
  return [
    { kind: 'advance', invoiceId, amount: toAmount(face - fee - reserve) },
    { kind: 'fee', invoiceId, amount: toAmount(fee) },
    { kind: 'reserve', invoiceId, amount: toAmount(reserve) },
  ]
}

function makeCollection({ id: invoiceId, total }: Invoice): Entry[] {
  return [
    { kind: 'debtor-paid', invoiceId, amount: total },
    { kind: 'reserve-released', invoiceId, amount: toAmount(reserveOf(total)) },
  ]
}

const feeOf = (total: Amount) => (toCents(total) * 3n) / 100n
const reserveOf = (total: Amount) => (toCents(total) * 5n) / 100n

/** What the factor wired: advances and released reserves. */
function report(post: Post, factor: Factor, day: Day, entries: Entry[]): Promise<unknown> {
  const wired = entries.filter(({ kind }) => kind === 'advance' || kind === 'reserve-released')
  return post(`factors/${factor.id}/deposits`, {
    day,
    amount: toAmount(addUp(wired.map(({ amount }) => amount))),
    reference: null,
    note: null,
    entries,
    confirmed: ['day'],
  })
}
