/** A small carrier for random histories: two owners, two drivers, four trucks, and deductions of every kind. */
import type { FastifyInstance } from 'fastify'
import type { TruckRules } from './model.ts'
import { owning } from '#server/testing/owning.ts'
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
 * insurance once a week.
 */
export async function createMoneyCarrier(app: FastifyInstance) {
  const at = await owning(app)
  const [dan, eve] = [await at.addDriver('Dan'), await at.addDriver('Eve')]
  const noRules = { perLoad: false, perMile: false }
  const trucks: ModelTruck[] = []
  const people = [
    { ownerId: at.ann, driverId: null, rules: { ...noRules, perLoad: true } },
    { ownerId: at.ann, driverId: null, rules: { ...noRules, perMile: true } },
    { ownerId: null, driverId: dan, rules: noRules },
    { ownerId: at.bob, driverId: null, rules: noRules },
  ]
  for (const { ownerId, driverId, rules } of people) {
    const id = await at.truck()
    await at.changeTruck(id, { ownerId, driverId })
    trucks.push({ id, ownerId, driverId, rules })
  }
  const [perLoad, perMile, loan, weekly] = trucks.map(({ id }) => id)
  await at.rule({
    description: 'Carrier fee',
    basis: 'percent',
    value: '12',
    category: 'factoring',
  })
  await at.rule({ description: 'Per load', basis: 'per-load', value: '25', truckId: perLoad })
  await at.rule({ description: 'Per mile', basis: 'per-mile', value: '0.055', truckId: perMile })
  const balance = { balance: 'loan', value: '100', total: '500' }
  await at.rule({ description: 'Loan', truckId: loan, ...balance })
  const insurance = { description: 'Insurance', category: 'insurance', value: '35' }
  await at.rule({ ...insurance, truckId: weekly, frequency: 'week' })
  const people2 = { ann: at.ann, bob: at.bob, dan, eve }
  return { ...at, ...people2, trucks, sample: (serial: number) => makeSample('loads', serial) }
}
