/** An independent model of factoring fees by load. It shares no code with the product. Cents are BigInt. */

export type FeeInvoice = {
  id: number
  /** What it bills for each load, in the order of the loads' ids. */
  billed: { loadId: number; cents: bigint }[]
  schedule: number | null
  entries: { report: number; kind: string; cents: bigint }[]
}

export type FeeLoad = {
  id: number
  truckId: number
  settledOn: string
  revenue: bigint
  invoice: FeeInvoice | null
}

/** Percent in hundredths. */
export type FeeRates = { ofLoads: bigint; ofFee: bigint }

const sum = (amounts: bigint[]) => amounts.reduce((all, cents) => all + cents, 0n)

export function faceOf({ billed }: FeeInvoice): bigint {
  return sum(billed.map(({ cents }) => cents))
}

export function sumFeeEntries({ entries }: FeeInvoice, kinds: string[]): bigint {
  return sum(entries.filter(({ kind }) => kinds.includes(kind)).map(({ cents }) => cents))
}

/** Whether the invoice is on a submitted schedule and not charged back in full. */
function isWithFactor(invoice: FeeInvoice): boolean {
  return invoice.schedule !== null && sumFeeEntries(invoice, ['chargeback']) < faceOf(invoice)
}

/** Each remaining cent goes to the load that is furthest below its exact share, or to the lower id if loads are equal. */
function shareFee(invoice: FeeInvoice): Map<number, bigint> {
  const [fee, face] = [sumFeeEntries(invoice, ['fee', 'late-fee']), faceOf(invoice)]
  const shares = invoice.billed.map(({ loadId, cents }) => {
    const exact = fee * cents
    return { loadId, cents: exact / face, missing: exact % face }
  })
  const byNeed = shares.toSorted((one, other) =>
    one.missing === other.missing
      ? one.loadId - other.loadId
      : one.missing > other.missing
        ? -1
        : 1,
  )
  let left = fee - sum(shares.map(({ cents }) => cents))
  for (const share of byNeed) {
    if (left === 0n) break
    share.cents += 1n
    left -= 1n
  }
  return new Map(shares.map(({ loadId, cents }) => [loadId, cents]))
}

/** What both deductions take for a load. Each is rounded once, half a cent up. */
export function feeOf({ id, revenue, invoice }: FeeLoad, rates: FeeRates): bigint {
  if (!invoice || !isWithFactor(invoice)) return 0n
  const part = (cents: bigint, rate: bigint) => (cents * rate + 5000n) / 10_000n
  return part(revenue, rates.ofLoads) + part(shareFee(invoice).get(id) ?? 0n, rates.ofFee)
}
