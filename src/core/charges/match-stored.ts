/** Matches the charges of a file to the stored charges, so that each keeps its id and its document (SPEC C149). */
import { RATE_PLACES, toUnits } from '#core/decimals.ts'
import type { Charge, StoredCharge } from './charges.ts'
import type { NewCharge } from './requests.ts'

/** The fields that a file does not have. */
const NOT_IN_FILE = new Set<keyof Charge>(['id', 'documentId'])
const DECIMALS = new Set<keyof Charge>(['quantity', 'rate', 'ownerPercent'])

/** Matches equal charges first, then charges of the same kind and description. Each stored charge is matched once. */
export function matchStored(charges: NewCharge[], stored: StoredCharge[]): NewCharge[] {
  const free = new Set(stored)
  const matched = new Map<NewCharge, StoredCharge>()
  function match(fits: (charge: NewCharge, other: StoredCharge) => boolean) {
    for (const charge of charges) {
      if (matched.has(charge)) continue
      const found = [...free].find((other) => fits(charge, other))
      if (!found) continue
      matched.set(charge, found)
      free.delete(found)
    }
  }
  match(isEqual)
  match((charge, { kind, description }) => {
    return charge.kind === kind && charge.description === description
  })
  return charges.map((charge) => {
    const other = matched.get(charge)
    return other ? { ...charge, id: other.id, documentId: other.documentId } : charge
  })
}

/** Whether the load has exactly these charges in this order. */
export function isStored(charges: NewCharge[], stored: StoredCharge[]): boolean {
  return (
    charges.length === stored.length &&
    charges.every((charge, at) => {
      const other = stored[at]
      return other !== undefined && charge.id === other.id && isEqual(charge, other)
    })
  )
}

function isEqual(charge: NewCharge, stored: StoredCharge): boolean {
  const names = (Object.keys(charge) as (keyof Charge)[]).filter((name) => !NOT_IN_FILE.has(name))
  return names.every((name) => {
    const [one, other] = [charge[name], stored[name]]
    return one === other || (DECIMALS.has(name) && isSameDecimal(one, other))
  })
}

/** "781" is "781.00". */
function isSameDecimal(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  return toUnits(one, RATE_PLACES) === toUnits(other, RATE_PLACES)
}
