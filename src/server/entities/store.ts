/** One account's records of one entity. The account is in every query here, and in no route. */
import { sql } from 'kysely'
import { secretsOf, type AnyRecord, type Entity } from '#core/entity.ts'
import type { Fields } from '#core/fields.ts'
import { keptWords } from '#core/messages.ts'
import { once, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { parameterOf } from '#server/database/parameter.ts'
import { newIds, openRecord, sealValues } from '#server/database/secrets/records.ts'
import { namingTheField } from '#server/database/refusals.ts'
import { codeOf, inTransaction } from '#server/database/transaction.ts'
import { changedMeanwhile, notFound, RequestError } from '#server/errors.ts'
import { clearLinks, linksTo } from './links.ts'
import type { ListQuery } from '#server/lists/list-query.ts'
import { countOf, idsOf } from '#server/lists/list-reads.ts'
import { selectMade, selectRecords } from '#server/lists/list-sql.ts'

type Values = Record<string, unknown>

/** What has a table of its own, declared as an entity is. */
export type Stored = Pick<Entity, 'one' | 'label' | 'fields' | 'columns' | 'computed'> & {
  name: string
}

/** The records of `entity` that belong to the account `userId`. */
export function storeOf(database: Database, userId: string, entity: Stored) {
  const table = sql.table(entity.name)
  const mine = (id: number) => sql`user_id = ${userId} and id = ${id}`

  const opened = (record: AnyRecord) => openRecord(database, entity, record)

  /** As it is stored: its secrets are closed. */
  async function findClosed(
    id: number,
    work: Database | Work = database,
  ): Promise<AnyRecord | undefined> {
    const query = sql<AnyRecord>`${selectRecords(entity, userId)} and record.id = ${id}`
    return (await query.execute(work)).rows[0]
  }

  /** Throws 404. */
  async function find(id: number): Promise<AnyRecord> {
    const record = await findClosed(id)
    if (!record) throw notFound()
    return opened(record)
  }

  /** The values with their secrets closed, those that did not change as they were. */
  async function closed(work: Work, id: number, values: Values): Promise<Values> {
    if (!secretsOf(entity.fields).some((name) => typeof values[name] === 'string')) return values
    return sealValues(work, entity, { userId, id }, values, await findClosed(id, work))
  }

  /** A secret is closed for the record that holds it, so that its id has to be known before. */
  async function insertOf(work: Work, values: Values) {
    const sealed = secretsOf(entity.fields).some((name) => typeof values[name] === 'string')
    const [id] = sealed ? await newIds(work, entity.name, 1) : []
    const { names, row } = columnsAndValues(
      entity.fields,
      id ? await closed(work, id, values) : values,
    )
    const columns = [...(id ? ['id'] : []), ...names].map((name) => sql.ref(name))
    return sql`insert into ${table} (user_id, ${sql.join(columns)}) overriding system value
      values (${userId}, ${sql.join(id ? [id, ...row] : row)}) returning *`
  }

  return {
    count: (query: ListQuery) => countOf(database, entity, userId, query),
    ids: (query: ListQuery) => idsOf(database, entity, userId, query),

    /** Throws 404. */
    get: find,

    /** Throws 409 for a duplicate and 400 for a link to nothing, each at its field. */
    async create(values: Values, request: Repeatable): Promise<AnyRecord> {
      const record = await namingTheField(entity.name, entity.fields, values, () =>
        // Remembered with its secrets closed: what a repeated request is answered is kept for a day.
        once(database, userId, request, async (work) => {
          const made = await insertOf(work, values)
          const { rows } = await sql<AnyRecord>`${selectMade(entity, made)}`.execute(work)
          const [record] = rows
          if (!record) throw notFound()
          return record
        }),
      )
      return opened(record)
    },

    /** Only where the record still has `version`, if one is given. Throws 404, 412, and as `create` does. */
    update(id: number, values: Values, version: number | undefined): Promise<AnyRecord> {
      const unchanged = version === undefined ? sql`` : sql` and version = ${version}`
      return namingTheField(entity.name, entity.fields, values, () =>
        inTransaction(database, async (work) => {
          const { names, row } = columnsAndValues(entity.fields, await closed(work, id, values))
          const changes = names.map((name, index) => sql`${sql.ref(name)} = ${row[index]}`)
          const changed = await sql`update ${table}
            set ${sql.join([...changes, sql`version = version + 1`, sql`updated_at = now()`])}
            where ${mine(id)}${unchanged}`.execute(work)
          const record = await findClosed(id, work)
          if (!record) throw notFound()
          if (!changed.numAffectedRows) throw changedMeanwhile(opened(record))
          return opened(record)
        }),
      )
    },

    /** How many records point to this one, by table (SPEC B24). Throws 404. */
    async links(id: number): Promise<Record<string, number>> {
      await find(id)
      return linksTo(database, userId, entity.name, id)
    },

    /** Links to it are cleared. Throws 404, and 409 where settlements keep it (SPEC B24). */
    async remove(id: number): Promise<void> {
      try {
        await inTransaction(database, async (work) => {
          const locked = sql`select id from ${table} where ${mine(id)} for update`
          if (!(await locked.execute(work)).rows.length) throw notFound()
          await clearLinks(work, userId, entity.name, [id])
          await sql`delete from ${table} where ${mine(id)}`.execute(work)
        })
      } catch (error) {
        if (codeOf(error) !== KEPT) throw error
        const { billing = 0 } = await linksTo(database, userId, entity.name, id)
        throw new RequestError(409, keptWords(entity, billing), { more: { billing } })
      }
    },
  }
}

const KEPT = '23503'

/** Names and values in the same order. */
export function columnsAndValues(fields: Fields, values: Values) {
  const names = Object.keys(fields).filter((name) => values[name] !== undefined)
  return { names, row: names.map((name) => parameterOf(values[name])) }
}
