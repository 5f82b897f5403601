/** Writes the charges of a load. Triggers keep the load's revenue, billed total and version (SPEC C101). */
import { comesFromCharges } from '#core/charges/messages.ts'
import { sumCharges } from '#core/charges/amounts.ts'
import type { StoredCharge } from '#core/charges/charges.ts'
import { describeBefore, type ChargesBefore } from '#core/charges/before.ts'
import type { ChargesOfLoad, NewCharge, SentCharge } from '#core/charges/requests.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { SettledAnswer } from '#core/settlements/adjustments/settled-change.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { lockLoad } from '#server/entities/lock-load.ts'
import { keepCharges } from '#server/entities/undo/keep-charges.ts'
import { badField, versionConflict } from '#server/errors.ts'
import { askAboutSettled } from '#server/settlements/adjustments/ask-settled.ts'
import { readCharges, readChargesOf, readChargesOfLoads } from './read-charges.ts'
import { completeCharges } from './sent-charges.ts'
import { writeCharges } from './write-charges.ts'

type ChargesChange = {
  version: number | undefined
  operation: string
  settled: SettledAnswer | undefined
}

type Actor = Pick<Member, 'accountId' | 'permissions'>

/**
 * Replaces all charges of the load. Throws 404, 412 if the load has another version, 409 for a load of a locked statement
 * (SPEC C360), and the errors of `saveChargesOf`.
 */
export function replaceCharges(
  database: Database,
  member: Actor,
  loadId: number,
  sent: SentCharge[],
  { version, operation, settled }: ChargesChange,
): Promise<ChargesOfLoad> {
  return inTransaction(database, async (work) => {
    const load = await lockLoad(work, member.accountId, loadId)
    if (version !== undefined && version !== load.version)
      throw versionConflict(await readChargesOf(work, member, loadId))
    const { accountId: userId, permissions } = member
    const change = { userId, permissions, settled }
    const before = await askAboutSettled(work, change, [loadId], () =>
      saveChargesOf(work, member, loadId, sent),
    )
    if (before) await keepCharges(work, { id: operation, userId }, new Map([[loadId, before]]))
    return readChargesOf(work, member, loadId)
  })
}

/**
 * Returns what the load had before, so that the caller can keep it for an undo; null if nothing changes. Throws 404,
 * 400 if the sum of the charges can't be a revenue, and 403 if the role can't remove an amount.
 */
export async function saveChargesOf(
  work: Work,
  { accountId: userId, permissions }: Actor,
  loadId: number,
  sent: SentCharge[],
): Promise<ChargesBefore | null> {
  const { revenue, version } = await lockLoad(work, userId, loadId)
  const before = { revenue, version, charges: await readCharges(work, userId, loadId) }
  const charges = completeCharges(sent, before, permissions)
  const saved = await saveChargesOfLoads(work, userId, [{ id: loadId, before, charges }])
  return saved.get(loadId) ?? null
}

/** A locked load with all charges that it will have. */
type LoadToSave = { id: number; before: Omit<ChargesBefore, 'amounts'>; charges: NewCharge[] }

/** Writes the charges of all loads. Returns the earlier charges of each changed load, for an undo. */
export async function saveChargesOfLoads(
  work: Work,
  userId: string,
  loads: readonly LoadToSave[],
): Promise<Map<number, ChargesBefore>> {
  if (!loads.length) return new Map()
  await writeCharges(work, userId, new Map(loads.map(({ id, charges }) => [id, charges])))
  const ids = loads.map(({ id }) => id)
  const after = await readChargesOfLoads(work, userId, ids)
  return new Map(
    loads.flatMap(({ id, before }) => {
      const now = after.get(id) ?? []
      return isSame(before.charges, now) ? [] : [[id, describeBefore(before, now)] as const]
    }),
  )
}

/** A changed charge has another version, also if only its position on the load changed. */
function isSame(before: StoredCharge[], after: StoredCharge[]): boolean {
  const versions = (charges: StoredCharge[]) => charges.map(({ id, version }) => `${id}.${version}`)
  return versions(before).join() === versions(after).join()
}

/**
 * Saves the charges of a load that was just added with `revenue`. Throws the errors of `saveChargesOf`, and 400 at the revenue
 * if it is not the sum of the charges.
 */
export async function addChargesOf(
  work: Work,
  { accountId: userId, permissions }: Actor,
  { id, revenue }: { id: number; revenue: Amount },
  sent: SentCharge[],
): Promise<void> {
  if (!sent.length) return
  const charges = completeCharges(sent, { revenue, charges: [] }, permissions)
  const sum = sumCharges(charges).revenue
  if (sum !== toCents(revenue)) throw badField('revenue', comesFromCharges(toAmount(sum)))
  await writeCharges(work, userId, new Map([[id, charges]]))
}
