/** Asks before loads of locked statements change, and adjusts the next settlements (SPEC C360). */
import { sql } from 'kysely'
import { SETTLED } from '#core/api.ts'
import {
  describeSettledChange,
  HIDDEN_SETTLED_MESSAGE,
  type ChangedStatement,
  type SettledAnswer,
  type SettledQuestion,
} from '#core/settlements/adjustments/settled-change.ts'
import type { Member } from '#core/team/member.ts'
import type { Work } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import { adjustOnNext } from './adjust.ts'
import { readDrift } from './drift.ts'

/** `permissions`: of the member who changes the loads. `settled`: the answer; undefined if the member was not asked yet. */
export type LoadChange = {
  userId: string
  permissions: Member['permissions']
  settled: SettledAnswer | undefined
}

/**
 * Runs `change`, which may change the loads `loadIds` in any way. The database keeps what differs from locked statements, so
 * no way to change a load is left out. Throws 409 with the statements if a difference is new or another one and there is no
 * answer, and 403 if the member can't adjust.
 */
export async function askAboutSettled<Result>(
  work: Work,
  asked: LoadChange,
  loadIds: number[],
  change: () => Promise<Result>,
): Promise<Result> {
  if (asked.settled === 'leave') return change()
  const before = await readOpenChanges(work, asked.userId, loadIds)
  const result = await change()
  await adjustOrAsk(work, asked, before, loadIds)
  return result
}

/**
 * Like `askAboutSettled`, for an import: `change` adds each load that it writes to `written`. While a long import runs, other
 * people may leave differences of other loads, which it must not adjust.
 */
export async function askAboutWritten<Result>(
  work: Work,
  asked: LoadChange,
  change: (written: Set<number>) => Promise<Result>,
): Promise<Result> {
  const written = new Set<number>()
  if (asked.settled === 'leave') return change(written)
  const before = await readOpenChanges(work, asked.userId)
  const result = await change(written)
  if (written.size) await adjustOrAsk(work, asked, before, [...written])
  return result
}

async function adjustOrAsk(
  work: Work,
  { userId, permissions, settled }: LoadChange,
  before: OpenChange[],
  loadIds: number[],
): Promise<void> {
  const known = new Set(before.map(({ figures }) => figures))
  const after = await readOpenChanges(work, userId, loadIds)
  const fresh = after.filter(({ figures }) => !known.has(figures))
  const ids = [...new Set(fresh.map(({ billingId }) => billingId))]
  if (!ids.length) return
  const statements = await readChangedStatements(work, userId, ids)
  if (!statements.length) return
  if (settled === undefined) throw askToAdjust(statements, permissions)
  if (!permissions.has('payroll')) throw new RequestError(403, CANT_ADJUST)
  for (const { id, next } of statements) if (next !== null) await adjustOnNext(work, userId, id)
}

const CANT_ADJUST = "Your role can't adjust settlements"

function askToAdjust(statements: ChangedStatement[], permissions: Member['permissions']) {
  const isSeen = permissions.has('settlements')
  const message = isSeen ? describeSettledChange(statements) : HIDDEN_SETTLED_MESSAGE
  const more: Omit<SettledQuestion, 'message'> = {
    confirm: SETTLED,
    statements: isSeen ? statements : [],
    canAdjust: permissions.has('payroll'),
  }
  return new RequestError(409, message, { more })
}

/** `figures`: all values of a difference, to compare it. */
type OpenChange = { billingId: number; figures: string }

/** What differs from locked statements now, of all loads or of `loadIds`. */
async function readOpenChanges(work: Work, userId: string, loadIds?: number[]) {
  const ofLoads = loadIds ? sql`and load_id = any(${loadIds}::bigint[])` : sql``
  const { rows } =
    await sql<OpenChange>`select billing_id, jsonb_build_array(billing_id, load_id, stated,
      current, adjusted, revenue, miles, empty_miles, loads, factored, fee)::text as figures
    from statement_drift where user_id = ${userId} and load_id <> 0 ${ofLoads}`.execute(work)
  return rows
}

/** The statements of which an adjustment would change something, by number. */
async function readChangedStatements(
  work: Work,
  userId: string,
  ids: number[],
): Promise<ChangedStatement[]> {
  const drifts = await readDrift(work, userId, { billingIds: ids })
  const found = new Map(drifts.map((drift) => [drift.billingId, drift]))
  if (!found.size) return []
  type Stored = Pick<ChangedStatement, 'id' | 'number' | 'status' | 'truck' | 'next'>
  const { rows } =
    await sql<Stored>`select billing.id, billing.number, billing.status, trucks.truck_id as truck,
      (select min(draft.settlement_date) from billing as draft where draft.user_id = ${userId}
        and draft.truck_id = billing.truck_id and draft.status = 'pending' and draft.payee = billing.payee
        and draft.settlement_date > billing.settlement_date) as next
    from billing join trucks on trucks.user_id = ${userId} and trucks.id = billing.truck_id
    where billing.user_id = ${userId} and billing.id = any(${[...found.keys()]}::bigint[])
    order by billing.number`.execute(work)
  return rows.map((row) => {
    const { net = '0.00', otherPayee = null } = found.get(row.id) ?? {}
    return { ...row, net, otherPayee }
  })
}
