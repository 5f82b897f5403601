/** A small carrier for random histories: two owners, two drivers, four trucks, and deductions of every kind. */
import type { FastifyInstance } from 'fastify'
import type { TruckRules } from './model.ts'
import { createCarrierWithOwners } from '#server/testing/carrier-with-owners.ts'
import { makeSample } from '#server/testing/samples.ts'

type ModelTruck = {
  id: number
  ownerId: number | null
  driverId: number | null
  rules: TruckRules
}

export type MoneyCarrier = Awaited<ReturnType<typeof createMoneyCarrier>>

/**
 * Truck 0 and 1 are Ann's, truck 2 has no owner and is driven by Dan, who owes a loan, truck 3 is Bob's and pays
 * insurance once a week. Truck 1 pays for its yard, as far as 500.00 of the net stay. Bob has backup withholding.
 */
export async function createMoneyCarrier(app: FastifyInstance) {
  const carrier = await createCarrierWithOwners(app)
  const [dan, eve] = [await carrier.addDriver('Dan'), await carrier.addDriver('Eve')]
  const noRules = { perLoad: false, perMile: false }
  const trucks: ModelTruck[] = []
  const people = [
    { ownerId: carrier.ann, driverId: null, rules: { ...noRules, perLoad: true } },
    { ownerId: carrier.ann, driverId: null, rules: { ...noRules, perMile: true } },
    { ownerId: null, driverId: dan, rules: noRules },
    { ownerId: carrier.bob, driverId: null, rules: noRules },
  ]
  for (const { ownerId, driverId, rules } of people) {
    const id = await carrier.createTruck()
    await carrier.changeTruck(id, { ownerId, driverId })
    trucks.push({ id, ownerId, driverId, rules })
  }
  const [perLoad, perMile, loan, weekly] = trucks.map(({ id }) => id)
  await carrier.createRule({
    description: 'Carrier fee',
    basis: 'percent',
    value: '12',
    category: 'factoring',
  })
  await carrier.createRule({
    description: 'Per load',
    basis: 'per-load',
    value: '25',
    truckId: perLoad,
  })
  await carrier.createRule({
    description: 'Per mile',
    basis: 'per-mile',
    value: '0.055',
    truckId: perMile,
  })
  const balance = { balance: 'loan', value: '100', total: '500' }
  await carrier.createRule({ description: 'Loan', truckId: loan, ...balance })
  const insurance = { description: 'Insurance', category: 'insurance', value: '35' }
  await carrier.createRule({ ...insurance, truckId: weekly, frequency: 'week' })
  const floor = { floor: '500', shortfall: 'later' }
  const yard = { description: 'Yard', category: 'parking', value: '60', truckId: perMile }
  const { id: yardId } = await carrier.createRule({ ...yard, ...floor })
  const bob = `/api/owners/${carrier.bob}`
  const { body } = await carrier.client.get(bob)
  await carrier.client.put(bob, { ...body, backupWithholding: true })
  const personIds = { ann: carrier.ann, bob: carrier.bob, dan, eve }
  return {
    ...carrier,
    ...personIds,
    trucks,
    yardId,
    sample: (serial: number) => makeSample('loads', serial),
  }
}
