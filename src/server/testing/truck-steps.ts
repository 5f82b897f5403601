/** Random steps with one truck's settlements, in any order and in parallel, for tests of invariants. */
import fc from 'fast-check'
import type { PayeeIds } from '#core/settlements/payee.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { CarrierWithOwners } from './carrier-with-owners.ts'
import type { Body } from './test-app.ts'

const DATES = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
const KINDS = [
  ...['settle', 'approve', 'approve', 'approve', 'pay', 'void', 'delete', 'recalculate', 'apply'],
  ...['sell', 'pay-to', 'change-load', 'correct', 'refund', 'type', 'release', 'take-over', 'move'],
  ...['change-rule', 'by-hand', 'skip'],
] as const

const PAYEES = ['ann', 'bob', 'dan', 'eve'] as const
type Payee = (typeof PAYEES)[number]

type Step = {
  kind: (typeof KINDS)[number]
  date: number
  payee: Payee
  cents: number
}

/** The steps of an inner list run in parallel. */
export const steps = fc.array(
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      date: fc.nat(DATES.length - 1),
      payee: fc.constantFrom(...PAYEES),
      cents: fc.nat(60_000),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  { minLength: 5, maxLength: 25 },
)

/** Adds recurring deductions for all trucks. Each call of the result adds a truck and returns its step function. */
export async function createTruckSteps(carrier: CarrierWithOwners) {
  const escrow = { description: 'Escrow', balance: 'escrow', value: '60', total: '130' }
  const rule = await carrier.createRule({ ...escrow, category: 'permits' })
  await carrier.createRule({
    description: 'Fee',
    basis: 'percent',
    value: '12.5',
    category: 'factoring',
  })
  const drivers: [number, number] = [await carrier.addDriver('Dan'), await carrier.addDriver('Eve')]
  return () => addTruck(carrier, rule, drivers)
}

/**
 * Adds a truck of Ann's with an advance and, for each date, a load and a settlement. The result takes a step and
 * returns its HTTP status.
 */
async function addTruck(carrier: CarrierWithOwners, escrow: Body, drivers: [number, number]) {
  const { client } = carrier
  const truckId = await carrier.createTruck()
  const people: Record<Payee, PayeeIds> = {
    ann: { ownerId: carrier.ann, driverId: null },
    bob: { ownerId: carrier.bob, driverId: null },
    dan: { ownerId: null, driverId: drivers[0] },
    eve: { ownerId: null, driverId: drivers[1] },
  }
  await carrier.changeTruck(truckId, people.ann)
  const loads: Body[] = []
  const settle = (settlementDate: string, fuel: string) =>
    client.post('/api/billing', { truckId, settlementDate, fuel, startFromDefaults: true })
  const advance = { description: 'Advance', balance: 'advance', value: '90', total: '200', truckId }
  const rules = [await carrier.createRule(advance), escrow]
  for (const date of DATES) {
    loads.push(await carrier.createLoad(date, '300', { truckId }))
    await settle(date, '350')
  }

  async function readCurrent(date: string): Promise<Settlement | undefined> {
    const query = `truckId=${truckId}&settlementDate=${date}&status=pending,approved,paid`
    return (await client.get<Settlement[]>(`/api/billing?${query}`)).body[0]
  }

  async function takeStep({ kind, date: index, payee, cents }: Step): Promise<number> {
    const date = DATES[index] ?? DATES[0]
    const amount = (cents / 100).toFixed(2)
    const load = loads[index]
    if (kind === 'settle') return (await settle(date, amount)).status
    if (kind === 'sell') return carrier.changeTruck(truckId, people[payee])
    if (kind === 'change-load')
      return (await client.put(`/api/loads/${load?.id}`, { ...load, revenue: amount })).status
    if (kind === 'move')
      return (await client.put(`/api/loads/${load?.id}`, { ...load, settlementDate: DATES[0] }))
        .status
    if (kind === 'change-rule') {
      const path = `/api/deduction-rules/${rules[0]?.id}`
      return (await client.put(path, { ...rules[0], value: String(1 + (cents % 150)) })).status
    }
    const settlement = await readCurrent(date)
    if (!settlement) return 404
    const path = `/api/billing/${settlement.id}`
    const rule = rules[cents % 2]
    const lines = (await carrier.readLines(settlement.id)).filter(
      ({ ruleId }) => ruleId === rule?.id,
    )
    const line = `${path}/expenses/${lines[0]?.id}`
    const calls = {
      approve: () => client.post(`${path}/approve`),
      pay: () =>
        client.post(`${path}/pay`, {
          paidOn: date,
          paymentMethod: 'ach',
          confirmed: ['paidOn'],
          ...(cents % 3 === 0 ? { amount: ((cents + 1) / 100).toFixed(2) } : {}),
        }),
      void: () =>
        client.post(`${path}/void`, { reason: 'Wrong', cash: cents % 2 ? 'kept' : 'reversed' }),
      delete: () => client.delete(path),
      recalculate: () => client.put(path, { recalculate: true }),
      apply: () => client.post(`${path}/apply-rules`),
      'pay-to': () => client.put(path, people[payee]),
      correct: () =>
        client.post(`${path}/correct`, { anyPayee: cents % 2 === 0, reason: 'Agreed' }),
      refund: () =>
        client.post(`${path}/balances/${rule?.id}/refunds`, { amount: String(cents % 100) }),
      type: () => client.put(path, { other: amount }),
      release: () =>
        client.post(`${path}/releases`, { reason: 'Paid', loadId: cents % 2 ? load?.id : null }),
      'take-over': () => client.post(`${path}/take-over`, { reason: 'Agreed' }),
      'by-hand': () => client.put(line, { amount: String((cents % 200) - 40) }),
      skip: () => client.delete(line),
    }
    return (await calls[kind]()).status
  }
  return takeStep
}
