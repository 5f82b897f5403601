/** Writes the charges of loads to the database (SPEC C101, C103). */
import { sql } from 'kysely'
import { chargeFields, type Charge, type StoredCharge } from '#core/charges/charges.ts'
import { chargeMessages } from '#core/charges/messages.ts'
import type { NewCharge } from '#core/charges/requests.ts'
import type { Work } from '#server/database/open.ts'
import { constraintOf } from '#server/database/transaction.ts'
import { snakeCase } from '#server/database/values.ts'
import { badField } from '#server/errors.ts'

const NAMES = ['number', ...Object.keys(chargeFields)]
const KEPT_NAMES = ['id', 'createdAt', 'version']

/** All charges of each load, by load id. */
export type ChargesOfLoads = ReadonlyMap<number, readonly NewCharge[]>

/**
 * A charge with an id that the load does not have is new and gets another id. Throws 400 at a document that the load does not
 * have.
 */
export async function writeCharges(
  work: Work,
  userId: string,
  charges: ChargesOfLoads,
): Promise<void> {
  await writeRows(work, userId, charges, NAMES).catch((error: unknown) => {
    throw toDocumentError(error) ?? error
  })
}

/** Writes charges that the load had before. A deleted charge gets its old id, and its old version plus one. */
export async function insertChargesAgain(
  work: Work,
  userId: string,
  loadId: number,
  charges: StoredCharge[],
): Promise<void> {
  const rows = charges.map((charge) => ({ ...charge, version: charge.version + 1 }))
  await writeRows(work, userId, new Map([[loadId, rows]]), [...KEPT_NAMES, ...NAMES])
}

type Row = { id: number | null } & Omit<Charge, 'id'>

/**
 * Runs one SQL statement, because between two of them a load's total might be negative. `inserted`: the columns of the charges
 * that the loads do not have yet.
 */
async function writeRows(
  work: Work,
  userId: string,
  loads: ReadonlyMap<number, readonly Row[]>,
  inserted: string[],
): Promise<void> {
  const rows = [...loads].flatMap(([loadId, charges]) =>
    charges.map((charge, at) => ({ ...toColumns(charge), load_id: loadId, number: at + 1 })),
  )
  // Repeats the join's condition, because the planner would read all charges of the account without it.
  const ofLoads = sql`charge.user_id = ${userId} and charge.load_id = any(${[...loads.keys()]}::bigint[])`
  const changes = NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const differs = sql`(${columnsOf('charge', NAMES)}) is distinct from (${columnsOf('given', NAMES)})`
  await sql`with given as materialized (
      select * from jsonb_populate_recordset(null::load_charges, ${JSON.stringify(rows)}::jsonb)),
    removed as (delete from load_charges as charge where ${ofLoads}
      and not exists (select from given where given.load_id = charge.load_id and given.id = charge.id)),
    changed as (update load_charges as charge set ${sql.join(changes)},
        version = charge.version + 1, updated_at = now()
      from given where ${ofLoads} and charge.load_id = given.load_id and charge.id = given.id
        and ${differs})
    insert into load_charges (user_id, load_id, ${sql.join(inserted.map((name) => sql.ref(name)))})
      overriding system value
      select ${userId}, given.load_id, ${columnsOf('given', inserted)} from given
      where given.id is null or not exists (select from load_charges as charge
        where ${ofLoads} and charge.load_id = given.load_id and charge.id = given.id)
      order by given.load_id, given.number`.execute(work)
}

function columnsOf(table: string, names: string[]) {
  return sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
}

/** The detail of the database error is the position of the charge, counted from 1. */
function toDocumentError(error: unknown) {
  if (constraintOf(error) !== 'load_charges_document_id_fkey') return undefined
  const { detail } = error as { detail?: string }
  return badField(`charges.${Number(detail) - 1}.documentId`, chargeMessages.noDocument)
}

function toColumns(charge: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [snakeCase(name), value]))
}
