/** Factors of an account (SPEC C210). */
import type { NewFactor } from '#core/factoring/factors.ts'
import type { Factor } from '#core/factoring/responses.ts'
import { DEFAULT_FILE, type ScheduleFile } from '#core/factoring/schedule-file.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { NEXT_VERSION } from '#server/database/values.ts'
import { releaseDeletedDocuments } from '#server/documents/kept/kept-routes.ts'
import { badField, notFound, RequestError, versionConflict } from '#server/errors.ts'

const COLUMNS = [
  ...(['id', 'name', 'remitTo', 'notice', 'email', 'clientNumber', 'advancePercent'] as const),
  ...(['feePercent', 'recourseDays', 'isDefault', 'firstDay', 'lastDay', 'file'] as const),
  'version',
] as const

export function readFactors(work: Database | Work, userId: string): Promise<Factor[]> {
  return work
    .selectFrom('factors')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .orderBy('name')
    .execute()
}

/** Throws 404 if the account has no such factor. */
export async function readFactor(
  work: Database | Work,
  userId: string,
  id: number,
): Promise<Factor> {
  const found = await selectFactor(work, userId, id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/**
 * Throws 400 at the name if another factor has it, and at "For All Brokers" if another factor is for all brokers on the same
 * days.
 */
export function createFactor(
  database: Database,
  userId: string,
  values: NewFactor,
  request: Repeatable,
): Promise<Factor> {
  return runIdempotent(database, userId, request, async (work) => {
    await lockFactors(work, userId)
    await rejectSecondDefault(work, userId, values)
    return work
      .insertInto('factors')
      .values({ userId, ...values, file: JSON.stringify(DEFAULT_FILE) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Changes a factor. Approved invoices keep what they print. Throws 404, 412, and the errors of `createFactor`. */
export function changeFactor(
  database: Database,
  userId: string,
  id: number,
  values: NewFactor,
  version: number | undefined,
): Promise<Factor> {
  return inTransaction(database, async (work) => {
    await lockFactors(work, userId)
    const before = await readFactor(work, userId, id)
    if (version !== undefined && version !== before.version) throw versionConflict(before)
    await rejectSecondDefault(work, userId, values, id)
    return work
      .updateTable('factors')
      .set({ ...values, ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
  })
}

/** Saves the columns of the factor's CSV file. Throws 404. */
export function saveScheduleFile(
  database: Database,
  userId: string,
  id: number,
  file: ScheduleFile,
): Promise<Factor> {
  return inTransaction(database, async (work) => {
    const saved = await work
      .updateTable('factors')
      .set({ file: JSON.stringify(file), ...NEXT_VERSION })
      .where('userId', '=', userId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!saved) throw notFound()
    return saved
  })
}

/** Throws 404, and 409 if invoices, schedules or brokers refer to the factor. */
export async function deleteFactor(database: Database, userId: string, id: number): Promise<void> {
  try {
    await inTransaction(database, async (work) => {
      await releaseDeletedDocuments(work, userId, 'factorId', id)
      const { numDeletedRows } = await work
        .deleteFrom('factors')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) throw notFound()
    })
  } catch (error) {
    if (!constraintOf(error)?.endsWith('factor_id_fkey')) throw error
    const message =
      'This factor has invoices, brokers or release letters. Set its last invoice day instead.'
    throw new RequestError(409, message)
  }
}

/** Locks the factors, because two concurrent changes could otherwise make two defaults. */
async function lockFactors(work: Work, userId: string): Promise<void> {
  await work
    .selectFrom('factors')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function rejectSecondDefault(
  work: Work,
  userId: string,
  values: NewFactor,
  id?: number,
): Promise<void> {
  if (!values.isDefault) return
  const others = await readFactors(work, userId)
  const other = others.find(
    (factor) => factor.isDefault && factor.id !== id && sharesDays(factor, values),
  )
  if (other)
    throw badField('isDefault', `${other.name} is for all brokers on the same days. End it first.`)
}

type InForce = Pick<Factor, 'firstDay' | 'lastDay'>

function sharesDays(one: InForce, other: InForce): boolean {
  const startsBefore = (a: InForce, b: InForce) => b.lastDay === null || a.firstDay <= b.lastDay
  return startsBefore(one, other) && startsBefore(other, one)
}

function selectFactor(work: Database | Work, userId: string, id: number) {
  return work
    .selectFrom('factors')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('id', '=', id)
}
