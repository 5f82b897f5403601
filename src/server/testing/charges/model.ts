/** Random charges, and what a load with them earns. The arithmetic is independent of the product's (SPEC C101). */
import fc from 'fast-check'

export type Drawn = {
  kind: string
  /** In thousandths and ten-thousandths. Null if the amount is typed. */
  product: { quantity: number; rate: number } | null
  cents: number
  share: 'all' | 'none' | { percent: number } | { cents: number }
  billed: boolean
}

/** In cents. `charges` is empty while the revenue is typed. */
export type ExpectedLoad = { revenue: number; billed: number; charges: Drawn[] }

const kind = fc.constantFrom('line-haul', 'fuel-surcharge', 'detention', 'lumper', 'tonu', 'other')
const charge: fc.Arbitrary<Drawn> = fc.record({
  kind,
  product: fc.option(
    fc.record({
      quantity: fc.integer({ min: 0, max: 900_000 }),
      rate: fc.integer({ min: 0, max: 90_000 }),
    }),
  ),
  cents: fc.integer({ min: -30_000, max: 300_000 }),
  share: fc.oneof(
    fc.constantFrom('all' as const, 'none' as const),
    fc.record({ percent: fc.integer({ min: 0, max: 1_000_000 }) }),
    fc.record({ cents: fc.integer({ min: -10_000, max: 200_000 }) }),
  ),
  billed: fc.boolean(),
})

export const drawnCharges = fc.array(charge, { maxLength: 4 })
export const someCharges = fc.array(charge, { minLength: 1, maxLength: 4 })

/** Divides, and rounds half away from zero by the remainder. */
function divide(units: number, by: number): number {
  const size = Math.abs(units)
  const rest = size % by
  const whole = (size - rest) / by + (rest * 2 >= by ? 1 : 0)
  return units < 0 ? -whole : whole
}

function amountOf({ product, cents }: Drawn): number {
  return product ? divide(product.quantity * product.rate, 100_000) : cents
}

function ownerOf(drawn: Drawn): number {
  const amount = amountOf(drawn)
  if (drawn.share === 'all') return amount
  if (drawn.share === 'none') return 0
  return 'percent' in drawn.share
    ? divide(amount * drawn.share.percent, 1_000_000)
    : drawn.share.cents
}

/** The load with these charges, even if their sum can't be a revenue. Without charges it keeps its revenue. */
export function expectCharges(drawn: Drawn[], before: ExpectedLoad): ExpectedLoad {
  if (!drawn.length) return { revenue: before.revenue, billed: 0, charges: [] }
  const revenue = drawn.reduce((sum, one) => sum + ownerOf(one), 0)
  const billed = drawn.reduce((sum, one) => sum + (one.billed ? amountOf(one) : 0), 0)
  return { revenue, billed, charges: drawn }
}

/** The load after the charges were sent. Charges whose sum is below zero are rejected. */
export function after(sent: Drawn[], now: ExpectedLoad): ExpectedLoad {
  const next = expectCharges(sent, now)
  return next.revenue < 0 ? now : next
}

/** 12345 with two places: "123.45". */
export function write(units: number, places: number): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  return `${units < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

export function toBody({ product, cents, share, kind: chargeKind, billed }: Drawn) {
  const amount = product
    ? { quantity: write(product.quantity, 3), rate: write(product.rate, 4) }
    : { amount: write(cents, 2) }
  return { kind: chargeKind, billToBroker: billed, ...amount, ...toShare(share) }
}

function toShare(share: Drawn['share']) {
  if (typeof share === 'string') return { ownerShare: share }
  return 'percent' in share
    ? { ownerShare: 'percent', ownerPercent: write(share.percent, 4) }
    : { ownerShare: 'amount', ownerAmount: write(share.cents, 2) }
}

const TITLES = {
  kind: 'Charge',
  quantity: 'Qty',
  rate: 'Rate',
  amount: 'Amount',
  ownerShare: 'Pays Owner',
  ownerPercent: 'Owner Percent',
  ownerAmount: 'Owner Amount',
  billToBroker: 'Bill to Broker',
}

/** A CSV file with the charges of one load. */
export function toFile(loadNumber: string, charges: Drawn[]): string {
  const rows = charges.map((drawn) => {
    const body: Record<string, unknown> = toBody(drawn)
    return [loadNumber, ...Object.keys(TITLES).map((name) => String(body[name] ?? ''))].join()
  })
  return `${[['Load #', ...Object.values(TITLES)].join(), ...rows].join('\n')}\n`
}
