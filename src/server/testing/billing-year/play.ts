/** Plays a year, week by week: loads, invoices, money, the factor's schedules and reports on Fridays, and settlement runs. */
import { expect } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import { addYearLoad, billLoads } from './billing.ts'
import { countStep, readAllPages, sendStep, YEAR_START, type Year } from './carrier.ts'
import { scheduleWeek, sendReport, fridayOf } from './factor.ts'
import { feesOfTruck } from './fees.ts'
import { planBought, planInvoice } from './fates.ts'
import { sumCents, yearDay, type YearLoad } from './model.ts'

const WEEKS_OF_LOADS = 52
/** The weeks after the last load in which money is received. */
const WEEKS_OF_MONEY = 7
const WEEKS_TO_PAY = 4

type Watch = (year: Year, week: number) => Promise<void>

/** `watch`: runs at the end of each week. */
export async function playYear(year: Year, watch: Watch): Promise<void> {
  for (let week = 0; week < WEEKS_OF_LOADS + WEEKS_OF_MONEY; week++) {
    const monday = yearDay(YEAR_START, 7 * week)
    const friday = fridayOf(monday)
    year.today = friday
    if (week < WEEKS_OF_LOADS) await haulWeek(year, week, monday)
    await runEvents(year, yearDay(monday, 7))
    await sendReport(year, friday)
    for (const bought of await scheduleWeek(year, friday)) planBought(year, bought, friday)
    if (week % WEEKS_TO_PAY === WEEKS_TO_PAY - 1) await settlePeriod(year, friday)
    await watch(year, week)
  }
}

/** Three trucks run this week, some twice. */
async function haulWeek(year: Year, week: number, monday: string): Promise<void> {
  const { chance, trucks, brokers } = year
  const settledOn = fridayOf(yearDay(YEAR_START, 7 * (week - (week % WEEKS_TO_PAY) + 3)))
  const byBroker = new Map<number, YearLoad[]>()
  const count = 2 + chance.whole(3)
  for (let n = 0; n < count; n++) {
    const broker = chance.in(0.15) ? brokers[week % brokers.length] : chance.oneOf(brokers)
    const truck = trucks[(week % 4) * 3 + (n % 3)]
    if (!broker || truck === undefined) continue
    const deliveredOn = yearDay(monday, chance.whole(3))
    const load = await addYearLoad(year, { broker, truck, deliveredOn, settledOn })
    byBroker.set(broker.id, [...(byBroker.get(broker.id) ?? []), load])
  }
  for (const loads of byBroker.values())
    for (const invoice of await billLoads(year, loads, yearDay(monday, 3)))
      planInvoice(year, invoice)
}

/** Runs the due events in random order until none is left. */
async function runEvents(year: Year, before: string): Promise<void> {
  for (;;) {
    const due = year.events.filter((event) => event.due < before)
    if (!due.length) return
    const event = year.chance.oneOf(due)
    year.events.splice(year.events.indexOf(event), 1)
    await event.run()
  }
}

async function settlePeriod(year: Year, day: string): Promise<void> {
  const due = [...year.model.loads.values()].filter(({ settledOn }) => settledOn === day)
  for (const truckId of new Set(due.map(({ truck }) => truck)))
    await settleTruck(year, truckId, day)
}

/** Settles a truck, with adjustments for changes after earlier settlements. */
async function settleTruck(year: Year, truckId: number, settlementDate: string): Promise<void> {
  const sent = { truckId, settlementDate }
  const { id } = await sendStep<Settlement>(
    year,
    'settlement',
    ['POST', '/api/billing', sent],
    false,
  )
  const path = `/api/settlements/drift?truckId=${truckId}`
  const drift = (await year.client.get<{ billingId: number }[]>(path)).body
  for (const changed of new Set(drift.map(({ billingId }) => billingId)))
    await sendStep(year, 'correction', ['POST', `/api/billing/${changed}/correct`], false)
  const approve = { approvedOn: settlementDate, confirmed: ['approvedOn'] }
  await sendStep(
    year,
    'approved settlement',
    ['POST', `/api/billing/${id}/approve`, approve],
    false,
  )
}

/** Adds a last load for each truck, which is not billed, so that a last settlement pays the remaining adjustments. */
export async function settleAllTrucks(year: Year, day: string): Promise<YearLoad[]> {
  const [broker] = year.brokers
  const loads: YearLoad[] = []
  for (const truck of broker ? year.trucks : [])
    if (broker)
      loads.push(await addYearLoad(year, { broker, truck, deliveredOn: day, settledOn: day }))
  await settlePeriod(year, day)
  return loads
}

/**
 * Checks that the statements pay each truck what its loads' charges pay the owner, less the owner's part of the factoring
 * fees.
 */
export async function checkSettled(year: Year): Promise<void> {
  const body = await readAllPages<Settlement>(year, '/api/billing')
  for (const truck of year.trucks) {
    const own = body.filter(({ truckId }) => truckId === truck)
    const paid = sumCents(own.map(({ netPayment }) => BigInt(netPayment.replace('.', ''))))
    const loads = [...year.model.loads.values()].filter((load) => load.truck === truck)
    const fees = feesOfTruck(year, truck)
    if (fees > 0n) countStep(year, 'truck with fees')
    const earned = sumCents(loads.map(({ owner }) => owner)) - fees
    expect([`truck ${truck}`, paid]).toEqual([`truck ${truck}`, earned])
  }
}
