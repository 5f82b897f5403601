/** Adds the owner's part of a short pay to a load, and removes it when the short pay ends (SPEC C195, C330). */
import { sumCharges } from '#core/charges/amounts.ts'
import type { Charge } from '#core/charges/charges.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import { completeCharge, findSumProblem, type NewCharge } from '#core/charges/requests.ts'
import { toCents, type Amount } from '#core/money.ts'
import type { Work } from '#server/database/open.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { isInTrash } from '#server/entities/undo/trash.ts'
import { RequestError } from '#server/errors.ts'
import { readCharges } from './read-charges.ts'
import { writeCharges } from './write-charges.ts'

const UNTYPED = {
  quantity: null,
  rate: null,
  ownerPercent: null,
  ownerAmount: '0.00',
  stop: null,
  arrivedAt: null,
  departedAt: null,
  approvedBy: null,
  approvedOn: null,
  documentId: null,
  approval: 'not-needed',
} satisfies Partial<Charge>

/**
 * Adds a charge that pays the owner and is not billed; `amount` may be negative. A typed revenue becomes a line haul charge
 * first. Returns the new charge's id, or null if the owner's revenue would be below 0. Throws 404.
 */
export async function addOwnerCharge(
  work: Work,
  userId: string,
  loadId: number,
  { amount, description }: { amount: Amount; description: string },
): Promise<number | null> {
  const { revenue } = await lockLoad(work, userId, loadId)
  const before = await readCharges(work, userId, loadId)
  const owner = completeCharge({
    ...UNTYPED,
    kind: 'other',
    description,
    amount,
    ownerShare: 'all',
    billToBroker: false,
  })
  const charges = [...startCharges(before, revenue), owner]
  if (findSumProblem(charges) || sumCharges(charges).revenue < 0n) return null
  await writeCharges(work, userId, new Map([[loadId, charges]]))
  const after = await readCharges(work, userId, loadId)
  return Math.max(...after.map(({ id }) => id))
}

/**
 * Removes an owner's charge. A charge that a person deleted, or changed into one that pays the owner or bills the broker, is left
 * alone. Throws 409 while the load is in the trash, because its restoration would bring the charge back.
 */
export async function removeOwnerCharge(
  work: Work,
  userId: string,
  loadId: number,
  chargeId: number,
): Promise<void> {
  if (await isInTrash(work, userId, 'loads', loadId))
    throw new RequestError(409, chargeMessages.loadInTrash)
  const before = await readCharges(work, userId, loadId)
  const rest = before.filter(({ id, ownerAmount, billToBroker }) => {
    return id !== chargeId || billToBroker || toCents(ownerAmount) >= 0n
  })
  if (rest.length < before.length) await writeCharges(work, userId, new Map([[loadId, rest]]))
}

function startCharges(before: Charge[], revenue: Amount): NewCharge[] {
  if (before.length || toCents(revenue) === 0n) return before
  const haul = {
    kind: 'line-haul',
    amount: revenue,
    ownerShare: 'all',
    billToBroker: true,
  } as const
  return [completeCharge({ ...UNTYPED, ...haul, description: null })]
}
