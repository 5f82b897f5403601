/** Accounts to look at: one with the demo's carrier, and one with more of everything than fits. */
import type { Page } from 'playwright-core'
import { everyEntity } from '#core/entities/entities.ts'
import type { Entity } from '#core/entities/entity.ts'
import { SHORT_LENGTH } from '#core/fields/checks.ts'
import { EXPENSE_CATEGORIES } from '#core/settlements/settlement.ts'
import { makeSample } from '#server/testing/samples.ts'
import { writeDemo } from '#scripts/demo-account.ts'
import { create } from './app.ts'

/** The day until which the demo's carrier has worked, and on which its screens are looked at. */
export const TODAY = '2026-11-18'

export async function fillWithDemo(page: Page, url: string): Promise<void> {
  const [cookie] = await page.context().cookies()
  await writeDemo(url, `${cookie?.name}=${cookie?.value}`, TODAY)
}

const LONGEST_WORD = 'Donaudampfschifffahrtsgesellschaft'
const SETTLED = ['2026-11-20', '2026-11-13']
const MOST_AMOUNT = '99999999.99'

/** Names of 200 characters, forty brokers, a truck without anything, and nets far below zero. */
export async function fillTooMuch(page: Page): Promise<void> {
  const owner = await create(page, 'owners', longest('owners'))
  const driver = await create(page, 'drivers', longest('drivers'))
  for (let n = 1; n <= 40; n++) await create(page, 'brokers', longest('brokers', n))
  for (let n = 1; n <= 30; n++) await create(page, 'dispatchers', longest('dispatchers', n))
  const links = { ownerId: owner.id, driverId: driver.id }
  const truck = await create(page, 'trucks', { ...longest('trucks'), ...links, truckId: 'T-1' })
  await create(page, 'trucks', { ...longest('trucks', 2), ...links })
  await create(page, 'trucks', { truckId: 'T-bare', make: '-', model: '-', year: 0 })
  const broker = await create(page, 'brokers', longest('brokers', 41))
  await workTooMuch(page, { truckId: truck.id, driverId: driver.id, brokerId: broker.id })
}

async function workTooMuch(page: Page, links: { truckId: number; [link: string]: number }) {
  for (let n = 1; n <= 30; n++) {
    const days = { deliveryDate: TODAY, settlementDate: SETTLED[n % 2] }
    await create(page, 'loads', { ...longest('loads', n), ...links, ...days, miles: MOST_AMOUNT })
  }
  const most = EXPENSE_CATEGORIES.map((category) => [category, MOST_AMOUNT])
  for (const settlementDate of SETTLED) {
    const place = { truckId: links.truckId, settlementDate, notes: 'A long note. '.repeat(300) }
    await create(page, 'billing', { ...Object.fromEntries(most), ...place })
  }
}

/** A record whose every text is as long as it may be. */
function longest(name: Entity['name'], n = 1): Record<string, unknown> {
  const entity = everyEntity.find((one) => one.name === name)
  const long = Object.entries(entity?.fields ?? {}).flatMap(([field, { control }]) =>
    control === 'text' ? [[field, text(`${n} `)]] : [],
  )
  return { ...makeSample(name, n), ...Object.fromEntries(long), revenue: MOST_AMOUNT }
}

function text(start: string): string {
  return `${start}${`${LONGEST_WORD} `.repeat(10)}`.slice(0, SHORT_LENGTH - 1) + '.'
}
