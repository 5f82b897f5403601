/** Keeps the charges that a load had before a change of them, so that it can be undone (SPEC C148). */
import { sql } from 'kysely'
import type { ChargesBefore } from '#core/charges/before.ts'
import { loadCharges } from '#core/charges/charges.ts'
import type { Work } from '#server/database/open.ts'
import type { Operation } from './keep.ts'

/** Call it after all changes of the load: the undo needs the version that it has then. */
export async function keepCharges(
  work: Work,
  { id: operation, userId }: Operation,
  loadId: number,
  before: ChargesBefore,
): Promise<void> {
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, version_after, before)
    select user_id, ${operation}, 'changed', ${loadCharges.name}, id, 'Charges of ' || load_id, version,
      ${JSON.stringify(before)}::jsonb
    from loads where user_id = ${userId} and id = ${loadId}`.execute(work)
}
