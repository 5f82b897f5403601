/** Writes the charges of a load. Triggers keep the load's revenue, billed total and version (SPEC C101). */
import { sql } from 'kysely'
import { chargeFields } from '#core/charges/charges.ts'
import { chargeMessages, comesFromCharges } from '#core/charges/messages.ts'
import { sumCharges } from '#core/charges/amounts.ts'
import type { ChargesOfLoad, NewCharge, SentCharge } from '#core/charges/requests.ts'
import { toAmount, toCents, type Amount } from '#core/money.ts'
import type { Member } from '#core/team/member.ts'
import type { Database, Work } from '#server/database/open.ts'
import { constraintOf, inTransaction } from '#server/database/transaction.ts'
import { snakeCase } from '#server/database/values.ts'
import { badField, notFound, versionConflict } from '#server/errors.ts'
import { readCharges, readChargesOf } from './read-charges.ts'
import { completeCharges } from './sent-charges.ts'

type Actor = Pick<Member, 'accountId' | 'permissions'>

/** All charges of the load at once. Throws 404, 412 if the load has another version, and as `saveChargesOf` does. */
export function replaceCharges(
  database: Database,
  member: Actor,
  loadId: number,
  sent: SentCharge[],
  version: number | undefined,
): Promise<ChargesOfLoad> {
  return inTransaction(database, async (work) => {
    const load = await lockLoad(work, member.accountId, loadId)
    if (version !== undefined && version !== load.version)
      throw versionConflict(await readChargesOf(work, member, loadId))
    await saveChargesOf(work, member, loadId, sent)
    return readChargesOf(work, member, loadId)
  })
}

/** Throws 404, 400 if the charges add up to no revenue, and 403 if the role may not remove an amount. */
export async function saveChargesOf(
  work: Work,
  { accountId: userId, permissions }: Actor,
  loadId: number,
  sent: SentCharge[],
): Promise<void> {
  const { revenue } = await lockLoad(work, userId, loadId)
  const charges = await readCharges(work, userId, loadId)
  await writeCharges(work, userId, loadId, completeCharges(sent, { revenue, charges }, permissions))
}

/** Of a load that was just added with `revenue`. Throws as `saveChargesOf`, and 400 at the revenue if the charges have another sum. */
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
  await writeCharges(work, userId, id, charges)
}

async function lockLoad(work: Work, userId: string, loadId: number) {
  const { rows } = await sql<{
    version: number
    revenue: Amount
  }>`select version, revenue from loads
    where user_id = ${userId} and id = ${loadId} for no key update`.execute(work)
  if (!rows[0]) throw notFound()
  return rows[0]
}

const NAMES = ['number', ...Object.keys(chargeFields)]
const columnsOf = (table: string) => sql.join(NAMES.map((name) => sql.ref(`${table}.${name}`)))

/** In one statement: a sum in between might be negative. An id that the load does not have is a new charge. */
async function writeCharges(
  work: Work,
  userId: string,
  loadId: number,
  charges: NewCharge[],
): Promise<void> {
  const rows = charges.map((charge, at) => ({ ...toColumns(charge), number: at + 1 }))
  const columns = sql.join(NAMES.map((name) => sql.ref(name)))
  const changes = NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`)
  const written = sql`with given as (
      select * from jsonb_populate_recordset(null::load_charges, ${JSON.stringify(rows)}::jsonb)),
    removed as (delete from load_charges where user_id = ${userId} and load_id = ${loadId}
      and id <> all (select id from given where id is not null)),
    changed as (update load_charges as charge set ${sql.join(changes)},
        version = charge.version + 1, updated_at = now()
      from given where charge.user_id = ${userId} and charge.load_id = ${loadId} and charge.id = given.id
        and (${columnsOf('charge')}) is distinct from (${columnsOf('given')}))
    insert into load_charges (user_id, load_id, ${columns})
      select ${userId}, ${loadId}::bigint, ${columnsOf('given')} from given
      where given.id is null or not exists (select from load_charges as charge
        where charge.user_id = ${userId} and charge.load_id = ${loadId} and charge.id = given.id)
      order by given.number`
  await written.execute(work).catch((error: unknown) => {
    throw toDocumentError(error) ?? error
  })
}

/** The database says which charge: the first one is 1. */
function toDocumentError(error: unknown) {
  if (constraintOf(error) !== 'load_charges_document_id_fkey') return undefined
  const { detail } = error as { detail?: string }
  return badField(`charges.${Number(detail) - 1}.documentId`, chargeMessages.noDocument)
}

function toColumns(charge: NewCharge): Record<string, unknown> {
  return Object.fromEntries(Object.entries(charge).map(([name, value]) => [snakeCase(name), value]))
}
