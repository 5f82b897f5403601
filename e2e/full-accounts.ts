/** Accounts for visual checks: the demo carrier, and one with extreme amounts of data. */
import type { Page } from 'playwright-core'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { writeDemo } from '#scripts/demo/account.ts'
import { create } from './app.ts'

/** The last day of the demo's data, and the browser's day in these tests. */
export const TODAY = '2026-11-18'

/** The invoices of the demo begin 120 days ago. */
const SEASON_DAYS = 130

/** The last months of the demo, or the whole year with LONG=1. */
export async function fillWithDemo(page: Page, url: string): Promise<void> {
  const [cookie] = await page.context().cookies()
  const days = process.env.LONG ? {} : { days: SEASON_DAYS }
  await writeDemo(url, `${cookie?.name}=${cookie?.value}`, TODAY, days)
}

const LONGEST_WORD = 'Donaudampfschifffahrtsgesellschaft'
const SETTLEMENT_DATES = ['2026-11-20', '2026-11-13']
const MAX_AMOUNT = '99999999.99'

/** Names of 200 characters, forty brokers, a bare truck, and large negative nets. */
export async function fillTooMuch(page: Page): Promise<void> {
  const owner = await create(page, 'owners', makeLongest('owners'))
  const driver = await create(page, 'drivers', makeLongest('drivers'))
  for (let n = 1; n <= 40; n++) await create(page, 'brokers', makeLongest('brokers', n))
  for (let n = 1; n <= 30; n++) await create(page, 'dispatchers', makeLongest('dispatchers', n))
  const links = { ownerId: owner.id, driverId: driver.id }
  const truck = await create(page, 'trucks', { ...makeLongest('trucks'), ...links, truckId: 'T-1' })
  await create(page, 'trucks', { ...makeLongest('trucks', 2), ...links })
  await create(page, 'trucks', { truckId: 'T-bare', make: '-', model: '-', year: 0 })
  const broker = await create(page, 'brokers', makeLongest('brokers', 41))
  await addTooManyLoads(page, { truckId: truck.id, driverId: driver.id, brokerId: broker.id })
}

async function addTooManyLoads(page: Page, links: { truckId: number; [link: string]: number }) {
  for (let n = 1; n <= 30; n++) {
    const days = { deliveryDate: TODAY, settlementDate: SETTLEMENT_DATES[n % 2] }
    await create(page, 'loads', {
      ...makeLongest('loads', n),
      ...links,
      ...days,
      miles: MAX_AMOUNT,
    })
  }
  const most = EXPENSE_CATEGORIES.map((category) => [category, MAX_AMOUNT])
  for (const settlementDate of SETTLEMENT_DATES) {
    const rest = { truckId: links.truckId, settlementDate, notes: 'A long note. '.repeat(300) }
    await create(page, 'billing', { ...Object.fromEntries(most), ...rest })
  }
}

/** A record with every text at its longest. */
function makeLongest(name: Entity['name'], n = 1): Record<string, unknown> {
  const entity = everyEntity.find((other) => other.name === name)
  const long = Object.entries(entity?.fields ?? {}).flatMap(([field, { control }]) =>
    control === 'text' ? [[field, makeText(`${n} `)]] : [],
  )
  return { ...makeSample(name, n), ...Object.fromEntries(long), revenue: MAX_AMOUNT }
}

function makeText(start: string): string {
  return `${start}${`${LONGEST_WORD} `.repeat(10)}`.slice(0, SHORT_LENGTH - 1) + '.'
}
