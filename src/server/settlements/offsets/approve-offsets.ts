/**
 * Approving and voiding settlements that are offset with each other (SPEC C24). All of them are locked first: their load
 * locks, then their trucks, then the settlements, always in the same order, so that two requests never deadlock.
 */
import { sql } from 'kysely'
import { toAmount, toCents, formatMoney } from '#core/money.ts'
import {
  allocateOffsets,
  describeOffset,
  listTrucks,
  selectConnected,
  selectPartners,
  type Offset,
} from '#core/settlements/offsets.ts'
import type { OffsetChoice } from '#core/settlements/approval.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Work } from '#server/database/open.ts'
import { asRequestError, notFound, RequestError, versionConflict } from '#server/errors.ts'
import { lockTrucksOfSettlements } from '#server/settlements/approval/payable-statements.ts'
import { BLANK_LINE, insertLine } from '#server/settlements/lines/rows.ts'
import { selectSettlements } from '#server/settlements/settlement/lock.ts'
import {
  readConnectedIds,
  readOffsetDrafts,
  readOffsetDraftsOf,
  type OffsetDraft,
} from './read-offsets.ts'

/** The settlements to approve in one step, in the order of their numbers, and the offsets between them. */
export type Approval = { settlements: Settlement[]; offsets: Offset[]; drafts: OffsetDraft[] }

/** Locks a draft and all drafts that it may be offset with. Throws 404. */
export async function lockOffsetDrafts(
  work: Work,
  userId: string,
  id: number,
): Promise<Settlement[]> {
  const drafts = await readOffsetDraftsOf(work, userId, id)
  const ids = new Set([id, ...drafts.map((draft) => draft.id)])
  await waitForLoadChanges(work, userId, [...ids])
  const locked = await lockSettlements(work, userId, [...ids])
  if (!locked.some((one) => one.id === id)) throw notFound()
  return locked
}

/**
 * Locks a statement and all statements that it is offset with. Payments of these statements may cover others, which
 * `readCovered` reads: their trucks are locked too. Throws 404.
 */
export async function lockOffsetStatements(
  work: Work,
  userId: string,
  id: number,
  readCovered: (id: number) => Promise<number[]>,
): Promise<Settlement[]> {
  const ids = await readConnectedIds(work, userId, id)
  const covered = []
  for (const one of ids) covered.push(...(await readCovered(one)))
  await lockTrucksOfSettlements(work, userId, [...ids, ...covered])
  const settlements = await lockSettlements(work, userId, ids)
  if (!settlements.some((one) => one.id === id)) throw notFound()
  return settlements
}

/**
 * Chooses which of the locked settlements to approve with `draft`. Throws 409 if there are offsets and the request does
 * not say whether to make them, or if it names other settlements, and 412 if one of them has another version.
 */
export async function chooseOffsets(
  work: Work,
  userId: string,
  draft: Settlement,
  locked: Settlement[],
  choice: OffsetChoice,
): Promise<Approval> {
  const alone = { settlements: [draft], offsets: [], drafts: [] }
  const { offsetWith, confirmed = [] } = choice
  if (offsetWith?.length === 0) return alone
  if (locked.length === 1 && !offsetWith) return alone
  // A draft that was saved after the locks were taken is left out: it comes after this approval.
  const drafts = (await readOffsetDrafts(work, userId, draft)).filter(({ id }) =>
    locked.some((one) => one.id === id),
  )
  const offsets = selectConnected(allocateOffsets(drafts), draft.id)
  const partners = selectPartners(drafts, offsets, draft.id)
  if (offsetWith) rejectOtherPartners(partners, locked, offsetWith)
  if (!partners.length) return alone
  if (!offsetWith && !confirmed.includes('offsetWith')) throw askAboutOffsets(partners, draft)
  const members = drafts.filter((one) => one.id === draft.id || partners.includes(one))
  const settlements = members.flatMap(({ id }) => locked.filter((one) => one.id === id))
  return { settlements, offsets, drafts }
}

/** Writes both lines of each offset. `numbers`: statement numbers by settlement. */
export async function addOffsetLines(
  work: Work,
  userId: string,
  { settlements, offsets, drafts }: Approval,
  numbers: ReadonlyMap<number, number>,
): Promise<void> {
  for (const { payer, debtor, amount } of offsets)
    for (const [id, partner, signed] of [
      [payer, debtor, amount],
      [debtor, payer, -amount],
    ] as const) {
      const settlement = settlements.find((one) => one.id === id)
      const truck = drafts.find((draft) => draft.id === partner)?.truck ?? ''
      const number = numbers.get(partner) ?? null
      if (!settlement) continue
      await insertLine(work, userId, settlement, {
        ...BLANK_LINE,
        kind: 'offset',
        category: 'other',
        description: describeOffset({ number, truck }),
        amount: toAmount(signed),
        offsetWith: partner,
      })
    }
}

/** Runs `step` for one of the settlements. If several are approved, an error message names the truck. */
export async function withTruckInError<Result>(
  { settlements, drafts }: Approval,
  { id }: Settlement,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    const known = asRequestError(error)
    if (!known || settlements.length === 1) throw error
    const truck = drafts.find((draft) => draft.id === id)?.truck
    const { statusCode, message, more } = known
    throw new RequestError(statusCode, `Truck ${truck}: ${message}`, { more })
  }
}

/** Throws 409 if other statements are offset with this one and the request does not confirm to void them all. */
export function rejectSingleVoid(
  statement: Settlement,
  locked: Settlement[],
  confirmed: string[],
): void {
  const others = locked.filter(({ id }) => id !== statement.id)
  if (!others.length || confirmed.includes('offsetWith')) return
  const numbers = others.map(({ number }) => number)
  const named =
    numbers.length === 1 ? `statement ${numbers[0]}` : `statements ${numbers.join(', ')}`
  const message = `Statement ${statement.number} is offset with ${named}. Void all of them in one step.`
  throw new RequestError(409, message, { more: { confirm: 'offsetWith', offsetWith: numbers } })
}

function rejectOtherPartners(
  partners: OffsetDraft[],
  locked: Settlement[],
  offsetWith: NonNullable<OffsetChoice['offsetWith']>,
): void {
  const named = new Map(offsetWith.map(({ id, version }) => [id, version]))
  if (partners.length !== named.size || partners.some(({ id }) => !named.has(id)))
    throw new RequestError(409, 'The offsets changed. Reload the settlement.')
  for (const { id, version } of partners)
    if (named.get(id) !== version) throw versionConflict(locked.find((one) => one.id === id))
}

function askAboutOffsets(partners: OffsetDraft[], { netPayment }: Settlement): RequestError {
  const net = formatMoney(toCents(netPayment))
  const message = `This settlement (net ${net}) is offset with ${listTrucks(partners)} of the same payee. Approve them together, or approve this one alone.`
  const offsetWith = partners.map(({ id, version }) => ({ id, version }))
  return new RequestError(409, message, { more: { confirm: 'offsetWith', offsetWith } })
}

/**
 * Waits for transactions that have written loads of the trucks, for example an import, and blocks new ones. Without
 * it, such a load is on neither the statement nor its drift. Call it before any other lock, or it would deadlock.
 */
async function waitForLoadChanges(work: Work, userId: string, ids: number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(key) from (select distinct load_lock(user_id, truck_id) as key
    from billing where user_id = ${userId} and id = any(${ids}::bigint[]) order by 1) as locks`.execute(
    work,
  )
}

/** Locks the trucks of the settlements, then the settlements, both in the order of their ids. */
async function lockSettlements(work: Work, userId: string, ids: number[]): Promise<Settlement[]> {
  await lockTrucksOfSettlements(work, userId, ids)
  return selectSettlements(work, userId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
