/** One account's settlements. The server computes every total (SPEC B28). */
import { sql } from 'kysely'
import { weekOf, type Day, type Weekday } from '#core/calendar.ts'
import type { ValuesOf } from '#core/fields.ts'
import type { Amount } from '#core/money.ts'
import { settlementFields, statementPath, type Settlement } from '#core/settlement.ts'
import { once, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { namingTheField } from '#server/database/refusals.ts'
import { codeOf, constraintOf, inTransaction } from '#server/database/transaction.ts'
import { badField, changedMeanwhile, notFound, RequestError } from '#server/errors.ts'

type Values = ValuesOf<typeof settlementFields>
type Changes = Partial<Values> & { recalculate: boolean }

export function settlementStoreOf(database: Database, userId: string) {
  async function find(
    id: number,
    work: Database | Work = database,
  ): Promise<Settlement | undefined> {
    return ofAccount(work).where('id', '=', id).executeTakeFirst()
  }

  function ofAccount(work: Database | Work) {
    return work.selectFrom('billing').selectAll().where('userId', '=', userId)
  }

  async function findFor(truckId: number, settlementDate: Day): Promise<Settlement | undefined> {
    const saved = ofAccount(database).where('truckId', '=', truckId)
    return saved.where('settlementDate', '=', settlementDate).executeTakeFirst()
  }

  /** The week in the database's own transaction, so that a change of the work week cannot come between. */
  async function weekContaining(work: Work, day: Day) {
    const { from, to } = weekOf(day, await firstWeekday(work, userId))
    return { startDate: from, endDate: to }
  }

  return {
    findFor,

    /** Throws 404. */
    async get(id: number): Promise<Settlement> {
      const settlement = await find(id)
      if (!settlement) throw notFound()
      return settlement
    },

    /** Revenue is what the loads add up to. Throws 400 at a field, and 409 with the first one's id (SPEC B27). */
    async create(values: Values, request: Repeatable): Promise<Settlement> {
      const { truckId, settlementDate } = values
      try {
        return await namingTheField('billing', settlementFields, values, () =>
          once(database, userId, request, async (work) => {
            const totalRevenue = await revenueOf(work, userId, truckId, settlementDate)
            const week = await weekContaining(work, settlementDate)
            const row = { ...values, ...week, totalRevenue, userId }
            return work.insertInto('billing').values(row).returningAll().executeTakeFirstOrThrow()
          }),
        )
      } catch (error) {
        if (codeOf(error) !== '23505' || constraintOf(error) !== ONE_A_DATE) throw error
        throw alreadySettled(await findFor(truckId, settlementDate))
      }
    },

    /** The stored revenue stays, unless `recalculate`. Throws 400, 404, 412. */
    update(id: number, changes: Changes, version: number | undefined): Promise<Settlement> {
      return inTransaction(database, async (work) => {
        const settlement = await find(id, work)
        if (!settlement) throw notFound()
        refuseMove(settlement, changes)
        const { recalculate, ...values } = changes
        const { truckId, settlementDate } = settlement
        const revenue = recalculate
          ? { totalRevenue: await revenueOf(work, userId, truckId, settlementDate) }
          : {}
        const changed = await work
          .updateTable('billing')
          .set({ ...values, ...revenue, ...nextVersion() })
          .where('userId', '=', userId)
          .where('id', '=', id)
          .$if(version !== undefined, (update) => update.where('version', '=', version ?? 0))
          .returningAll()
          .executeTakeFirst()
        if (!changed) throw changedMeanwhile(await find(id, work))
        return changed
      })
    },

    /** A pending one goes with its lines. Throws 404, and 409 for any other (SPEC B27). */
    async remove(id: number): Promise<void> {
      const removed = await database
        .deleteFrom('billing')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .where('status', '=', 'pending')
        .executeTakeFirst()
      if (removed.numDeletedRows) return
      if (!(await find(id))) throw notFound()
      throw new RequestError(409, 'Only a pending settlement can be deleted')
    },

    /** Notes where the statement is served (SPEC B31). Throws 404. */
    async statementMade(id: number): Promise<string> {
      const statementUrl = statementPath(id)
      const noted = await database
        .updateTable('billing')
        .set({ statementUrl })
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!noted.numUpdatedRows) throw notFound()
      return statementUrl
    },
  }
}

const ONE_A_DATE = 'billing_truck_id_settlement_date_key'

function nextVersion() {
  return { version: sql<number>`version + 1`, updatedAt: sql<string>`now()` }
}

function alreadySettled(existing: Settlement | undefined): RequestError {
  const message = 'There is already a settlement for this truck and date'
  return new RequestError(409, message, { more: { id: existing?.id } })
}

function refuseMove(settlement: Settlement, { truckId, settlementDate }: Changes): void {
  if (truckId !== undefined && truckId !== settlement.truckId) {
    throw badField('truckId', 'A settlement stays with its truck')
  }
  if (settlementDate !== undefined && settlementDate !== settlement.settlementDate) {
    throw badField('settlementDate', 'A settlement stays at its date')
  }
}

/** The sum of the truck's loads with that settlement date (SPEC A5). */
async function revenueOf(
  work: Work,
  userId: string,
  truckId: number,
  settlementDate: Day,
): Promise<Amount> {
  const { revenue } = await work
    .selectFrom('loads')
    .select(sql<Amount>`coalesce(sum(revenue), 0.00)::numeric(14, 2)`.as('revenue'))
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('settlementDate', '=', settlementDate)
    .executeTakeFirstOrThrow()
  return revenue
}

/** The company's first day of the work week; Sunday before anything was saved. */
export async function firstWeekday(work: Database | Work, userId: string): Promise<Weekday> {
  const saved = await work
    .selectFrom('settings')
    .select('workWeekStartDay')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return saved?.workWeekStartDay ?? 0
}
