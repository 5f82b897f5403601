/** Writes the rows of a load's charges (SPEC C101, C103). */
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

/** An id that the load does not have is a new charge, which gets another id. Throws 400 at a document that the load does not have. */
export async function writeCharges(
  work: Work,
  userId: string,
  loadId: number,
  charges: NewCharge[],
): Promise<void> {
  await writeRows(work, userId, loadId, charges, NAMES).catch((error: unknown) => {
    throw toDocumentError(error) ?? error
  })
}

/** A deleted charge gets its id again, and the version after the one it had. */
export async function writeChargesAgain(
  work: Work,
  userId: string,
  loadId: number,
  charges: StoredCharge[],
): Promise<void> {
  const rows = charges.map((charge) => ({ ...charge, version: charge.version + 1 }))
  await writeRows(work, userId, loadId, rows, [...KEPT_NAMES, ...NAMES])
}

type Row = { id: number | null } & Omit<Charge, 'id'>

/** In one statement: a sum in between might be negative. `inserted`: the columns of the charges that the load does not have. */
async function writeRows(
  work: Work,
  userId: string,
  loadId: number,
  charges: Row[],
  inserted: string[],
): Promise<void> {
  const rows = charges.map((charge, at) => ({ ...toColumns(charge), number: at + 1 }))
  const changes = NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const differs = sql`(${columnsOf('charge', NAMES)}) is distinct from (${columnsOf('given', NAMES)})`
  await sql`with given as (
      select * from jsonb_populate_recordset(null::load_charges, ${JSON.stringify(rows)}::jsonb)),
    removed as (delete from load_charges where user_id = ${userId} and load_id = ${loadId}
      and id <> all (select id from given where id is not null)),
    changed as (update load_charges as charge set ${sql.join(changes)},
        version = charge.version + 1, updated_at = now()
      from given where charge.user_id = ${userId} and charge.load_id = ${loadId} and charge.id = given.id
        and ${differs})
    insert into load_charges (user_id, load_id, ${sql.join(inserted.map((name) => sql.ref(name)))})
      overriding system value
      select ${userId}, ${loadId}::bigint, ${columnsOf('given', inserted)} from given
      where given.id is null or not exists (select from load_charges as charge
        where charge.user_id = ${userId} and charge.load_id = ${loadId} and charge.id = given.id)
      order by given.number`.execute(work)
}

function columnsOf(table: string, names: string[]) {
  return sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
}

/** The database says which charge: the first one is 1. */
function toDocumentError(error: unknown) {
  if (constraintOf(error) !== 'load_charges_document_id_fkey') return undefined
  const { detail } = error as { detail?: string }
  return badField(`charges.${Number(detail) - 1}.documentId`, chargeMessages.noDocument)
}

function toColumns(charge: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [snakeCase(name), value]))
}
