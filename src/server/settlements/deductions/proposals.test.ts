import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { SettlementPreview } from '#core/settlements/preview.ts'
import type { Run } from '#core/settlements/run/run.ts'
import type { ProposedLine } from '#core/settlements/rules.ts'
import {
  createCarrierWithOwners,
  type CarrierWithOwners,
} from '#server/testing/carrier-with-owners.ts'
import { shortOrLong } from '#server/testing/long.ts'
import { testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()
const DATES = ['2026-11-06', '2026-11-13', '2026-11-20'] as const
const KINDS = ['settle', 'settle', 'approve', 'void', 'delete', 'refund', 'load', 'sell'] as const

type Step = {
  kind: (typeof KINDS)[number]
  date: string
  owner: 'ann' | 'bob'
  cents: number
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    date: fc.constantFrom(...DATES),
    owner: fc.constantFrom<'ann' | 'bob'>('ann', 'bob'),
    cents: fc.nat(30_000),
  }),
  { minLength: 12, maxLength: 30 },
)

function toTexts(lines: ProposedLine[]): string[] {
  return lines.map(({ description, amount, formula }) => `${description} ${amount} ${formula}`)
}

/** Saves a settlement, and compares it with what its screen and the settlement run showed before. */
async function saveAndCompare(carrier: CarrierWithOwners, truckId: number, date: string) {
  const query = `truckId=${truckId}&settlementDate=${date}&today=${date}`
  const preview = await carrier.client.get<SettlementPreview>(`/api/settlements/preview?${query}`)
  const run = await carrier.client.get<Run>(`/api/settlements/run?week=${date}&today=${date}`)
  // A deduction once per payee is proposed for the first of several trucks without loads.
  const row = run.body.rows.find((one) => one.truckId === truckId && one.loads > 0)
  const made = await carrier.settle(date, { truckId, startFromDefaults: true })
  const lines = (await carrier.readLines(made.id)) as unknown as ProposedLine[]
  expect(toTexts(lines).toSorted()).toEqual(toTexts(preview.body.proposed ?? []).toSorted())
  if (row) expect([row.deductions, row.net]).toEqual([made.totalExpenses, made.netPayment])
}

/** Adds a truck of Ann's with an advance. Returns a function that takes one step with the truck. */
async function addTruck(carrier: CarrierWithOwners, escrow: number) {
  const truckId = await carrier.createTruck()
  await carrier.sellTo(carrier.ann, truckId)
  await carrier.createRule({
    description: 'Advance',
    balance: 'advance',
    value: '90',
    total: '200',
    truckId,
  })
  const query = `/api/billing?truckId=${truckId}&status=pending,approved,paid&settlementDate=`
  return async ({ kind, date, owner, cents }: Step) => {
    const amount = (cents / 100).toFixed(2)
    if (kind === 'sell') return carrier.sellTo(carrier[owner], truckId)
    if (kind === 'load') return carrier.createLoad(date, amount, { truckId, miles: amount })
    const [saved] = (await carrier.client.get<Settlement[]>(query + date)).body
    if (!saved) return kind === 'settle' && saveAndCompare(carrier, truckId, date)
    const path = `/api/billing/${saved.id}`
    if (kind === 'delete') return carrier.client.delete(path)
    if (kind === 'void') return carrier.voidStatement(saved.id)
    if (kind === 'refund')
      return carrier.client.post(`${path}/balances/${escrow}/refunds`, { amount: '25' })
    return (
      kind === 'approve' &&
      carrier.client.put(path, { fuel: amount }).then(() => carrier.approve(saved.id))
    )
  }
}

test('B30 B33 C2 C4 C5 C8 Saving adds what the screen and the settlement run proposed', async () => {
  const carrier = await createCarrierWithOwners(app)
  const escrow = await carrier.createRule({
    description: 'Escrow',
    balance: 'escrow',
    value: '60',
    total: '130',
  })
  await carrier.createRule({
    description: 'Share',
    basis: 'percent',
    balance: 'loan',
    value: '7.77',
    total: '99.99',
  })
  await carrier.createRule({ description: 'Trailer', basis: 'per-mile', value: '0.1325' })
  await carrier.createRule({ description: 'Empty', basis: 'per-empty-mile', value: '0.5' })
  await carrier.createRule({ description: 'Lot', value: '15', frequency: 'month' })
  await carrier.createRule({ description: 'Dispatch', basis: 'percent-after-fuel', value: '3.3' })
  await carrier.createRule({
    description: 'Support',
    basis: 'percent-of-net',
    value: '25',
    floor: '40',
  })
  const limited = { floor: '50', shortfall: 'later', priority: 2 }
  await carrier.createRule({ description: 'Phone', value: '45', frequency: 'week', ...limited })
  await carrier.createRule({ description: 'Parking', value: '30', ...limited, priority: 1 })
  await carrier.createRule({ description: 'Union', value: '12', ownerId: carrier.ann })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const take = await addTruck(carrier, escrow.id)
      for (const step of sequence) await take(step)
    }),
    { numRuns: shortOrLong(3, 40) },
  )
}, 120_000)
