/** Deductions that charge factoring fees to truck owners: set up in the app, and calculated by the model. */
import { sendStep, type Year } from './carrier.ts'
import { factorAccountOf, roundCents, sumCents, type YearInvoice, type YearLoad } from './model.ts'

type YearFee = { basis: 'factored-percent' | 'factoring-fee'; hundredths: bigint }

/** The basis and percent of the first trucks. */
const FEES: YearFee[] = [
  { basis: 'factored-percent', hundredths: 250n },
  { basis: 'factoring-fee', hundredths: 10_000n },
  { basis: 'factoring-fee', hundredths: 6250n },
  { basis: 'factored-percent', hundredths: 333n },
]

export async function chargeFees(year: Year): Promise<void> {
  for (const [index, { basis, hundredths }] of FEES.entries()) {
    const value = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
    const rule = {
      truckId: year.trucks[index],
      category: 'factoring',
      description: 'Factoring fee',
    }
    const path = '/api/deduction-rules'
    await sendStep(year, 'fee deduction', ['POST', path, { ...rule, basis, value }], false)
  }
}

/** The part of the factoring fees that the truck's owner has paid at the end of the year. */
export function feesOfTruck(year: Year, truck: number): bigint {
  const fee = FEES[year.trucks.indexOf(truck)]
  if (!fee) return 0n
  const loads = [...year.model.loads.values()].filter((load) => load.truck === truck)
  return sumCents(loads.map((load) => feeOfLoad(year, load, fee)))
}

/** The fee of a load, rounded once. */
function feeOfLoad(year: Year, load: YearLoad, { basis, hundredths }: YearFee): bigint {
  const bought = [...year.model.invoices.values()].filter(
    (invoice) => invoice.loads.includes(load.id) && isWithFactor(year, invoice),
  )
  const isFactored = bought.some(({ isSupplement }) => !isSupplement)
  const base =
    basis === 'factored-percent'
      ? isFactored
        ? load.owner
        : 0n
      : sumCents(bought.map((invoice) => shareOfLoad(year, invoice, load.id)))
  return roundCents(base * hundredths, 10_000n)
}

/** Whether the invoice is on a schedule and not charged back in full. */
function isWithFactor({ model }: Year, { id, face, isVoid }: YearInvoice): boolean {
  return !isVoid && face !== null && factorAccountOf(model, id).chargedBack < face
}

/**
 * A load's share of the fee of an invoice with one or two loads. A remaining cent goes to the load with the larger remainder, or to
 * the first load if the remainders are equal.
 */
function shareOfLoad({ model }: Year, { id, billed }: YearInvoice, load: number): bigint {
  const { fee } = factorAccountOf(model, id)
  const whole = sumCents(billed.values())
  const shares = [...billed].map(([of, cents]) => {
    const units = fee * cents
    return { of, cents: units / whole, rest: units % whole }
  })
  const order = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.of - other.of : one.rest > other.rest ? -1 : 1,
  )
  const left = Number(fee - sumCents(shares.map(({ cents }) => cents)))
  const place = order.findIndex(({ of }) => of === load)
  return (order[place]?.cents ?? 0n) + (place < left ? 1n : 0n)
}
