/** The records that the jobs start from, created through the API. */
import type { Page } from 'playwright-core'
import { addDays, weekOf, type Day } from '#core/calendar.ts'
import { COMPANY, makeSample } from '#server/testing/samples.ts'
import { create } from '#e2e/app.ts'

/** The machine's day, as the browser and the server know it. Sweden writes days as "2026-11-29". */
export const TODAY: Day = new Intl.DateTimeFormat('sv-SE').format(new Date())
/** The settlement date of last week, whose settlements are due. */
export const FRIDAY: Day = addDays(weekOf(TODAY, 0).from, -2)
/** When last week's loads were picked up and delivered. */
export const PICKED_UP: Day = addDays(FRIDAY, -4)
export const DELIVERED: Day = addDays(FRIDAY, -2)

type Truck = { id: number; number: string }

/** The company, and trucks numbered from 101, each with its own owner, who is paid by check. */
export async function createTrucks(page: Page, count: number): Promise<Truck[]> {
  await post(page, 'settings', COMPANY)
  const trucks: Truck[] = []
  for (let n = 0; n < count; n++) {
    const number = String(101 + n)
    const person = { name: `Owner ${number}`, paymentMethod: 'check' }
    const owner = await create(page, 'owners', { ...makeSample('owners', n), ...person })
    const driver = await create(page, 'drivers', {
      ...makeSample('drivers', n),
      name: `Driver ${number}`,
    })
    const links = { ownerId: owner.id, driverId: driver.id }
    const { id } = await create(page, 'trucks', {
      ...makeSample('trucks', n),
      ...links,
      truckId: number,
    })
    trucks.push({ id, number })
  }
  return trucks
}

let loadCount = 0

/** A load of last week, delivered with its BOL, unless `values` differ. */
export function createLoad(page: Page, values: object) {
  return create(page, 'loads', {
    ...makeSample('loads', 5000 + ++loadCount),
    pickupDate: PICKED_UP,
    deliveryDate: DELIVERED,
    settlementDate: FRIDAY,
    deliveryStatus: 'delivered',
    bolStatus: 'received',
    paymentStatus: 'unpaid',
    ...values,
  })
}

export async function createBrokers(page: Page, names: string[]): Promise<number[]> {
  const ids: number[] = []
  for (const [n, companyName] of names.entries()) {
    ids.push((await create(page, 'brokers', { ...makeSample('brokers', n), companyName })).id)
  }
  return ids
}

/** A paid statement of one load. */
export async function createPaid(
  page: Page,
  truckId: number,
  settlementDate: Day,
  amounts: { revenue: string; [category: string]: string },
): Promise<number> {
  const { revenue, ...expenses } = amounts
  const days = {
    pickupDate: addDays(settlementDate, -4),
    deliveryDate: addDays(settlementDate, -2),
  }
  await createLoad(page, { truckId, settlementDate, revenue, ...days })
  const { id } = await create(page, 'billing', { truckId, settlementDate, ...expenses })
  await post(page, `billing/${id}/approve`, {
    approvedOn: settlementDate,
    confirmed: ['approvedOn'],
  })
  const paid = { paidOn: addDays(settlementDate, 3), paymentMethod: 'check', confirmed: ['paidOn'] }
  await post(page, `billing/${id}/pay`, { ...paid, reference: String(900 + id) })
  return id
}

async function post(page: Page, path: string, data: object): Promise<void> {
  const response = await page.request.post(`/api/${path}`, { data })
  if (!response.ok()) throw new Error(`${path} ${response.status()}: ${await response.text()}`)
}
