/** Stores the charges that loads had before a change, so that the change can be undone (SPEC C148). */
import { sql } from 'kysely'
import type { ChargesBefore } from '#core/charges/before.ts'
import { loadCharges } from '#core/charges/charges.ts'
import type { Work } from '#server/database/open.ts'
import type { Operation } from './keep.ts'

/** `before`: by load. Call it after all changes of the loads: the undo needs the version that each load has then. */
export async function keepCharges(
  work: Work,
  { id: operation, userId }: Operation,
  before: ReadonlyMap<number, ChargesBefore>,
): Promise<void> {
  if (!before.size) return
  const rows = [...before].map(([id, charges]) => ({ id, before: charges }))
  await sql`insert into undo_records (user_id, operation, action, subject, record_id, label, version_after, before)
    select ${userId}, ${operation}, 'changed', ${loadCharges.name}, load.id, 'Charges of ' || load.load_id, load.version, kept.before
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as kept (id bigint, before jsonb)
      join loads as load on load.user_id = ${userId} and load.id = kept.id`.execute(work)
}
