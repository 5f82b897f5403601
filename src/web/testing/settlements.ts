/** Creates trucks with loads and settlements, and opens the Settlements screen. */
import { screen } from '@testing-library/react'
import { makeSample } from '#server/testing/samples.ts'
import { choose, create, findField, findToast, open, press, setClock, user } from './page.tsx'

let samples = 0

/** Truck 101 with loads of these amounts for each settlement date. Returns the truck's id. */
export async function createTruckWithLoads(revenues: Record<string, string[]>): Promise<number> {
  const truck = await create('trucks', { ...makeSample('trucks', ++samples), truckId: '101' })
  for (const [settlementDate, amounts] of Object.entries(revenues)) {
    for (const revenue of amounts) await addLoad(truck.id, settlementDate, revenue)
  }
  return truck.id
}

export function addLoad(truckId: number, settlementDate: string, revenue: string, more = {}) {
  const load = { ...makeSample('loads', ++samples), truckId, settlementDate, revenue }
  return create('loads', { ...load, deliveryDate: settlementDate, ...more })
}

/** Opens the Settlements screen at noon on Wednesday, 11/18/2026. */
export async function openSettlements(): Promise<void> {
  setClock('2026-11-18T12:00:00')
  await open('/settlements')
  await screen.findByRole('heading', { level: 1, name: 'Settlements' })
}

export async function loadSettlement(date = '11/20/2026'): Promise<void> {
  await choose('Truck', '101')
  await screen.findByRole('option', { name: date })
  await user.selectOptions(await findField('Settlement Date'), date)
  await press('Load Settlement Data')
}

/** Truck T-1 with load L-1 of $1,000.00 for 11/20/2026, and its draft. */
export async function createDraft(amounts: object = {}, truckValues: object = {}) {
  const { id: driverId } = await create('drivers', makeSample('drivers'))
  const truck = await create('trucks', { ...makeSample('trucks', 1), driverId, ...truckValues })
  await create('loads', { ...makeSample('loads', 1), truckId: truck.id, revenue: '1000' })
  const key = { truckId: truck.id, settlementDate: '2026-11-20' }
  const billing = await create('billing', { ...key, ...amounts })
  return { truckId: truck.id, billing: billing.id }
}

/** Opens the saved settlement of a truck for 11/20/2026. */
export async function openSaved(truckId: number): Promise<void> {
  await open(`/settlements?truck=${truckId}&date=2026-11-20`)
  await findToast('Loaded existing settlement data')
}

/** The amount of an expense category. */
export async function readAmount(category: string): Promise<string> {
  return (await findField(category)).value
}

/** Total Revenue, Total Expenses and Net Payment. */
export function readTotals(): string[] {
  return ['Total Revenue', 'Total Expenses', 'Net Payment'].map(readFigure)
}

/** The first figure whose caption begins with this text. */
export function readFigure(caption: string): string {
  const [term] = screen.getAllByText(new RegExp(`^${caption}`), { selector: 'dt' })
  return term?.nextElementSibling?.textContent ?? ''
}
