/** Logs each record whose bank details or tax ID a member gets (SPEC C73). An Admin's are not logged. */
import { listSecrets, type AnyRecord } from '#core/entities/entity.ts'
import type { Member } from '#core/team/member.ts'
import { recordReveal } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError } from '#server/errors.ts'
import type { OwnStored } from './seen-entity.ts'

/** Returns the record of `read`, after the event was stored. The current record of a 412 counts too. */
export async function revealed(
  database: Database,
  member: Member,
  entity: OwnStored,
  read: () => Promise<AnyRecord>,
): Promise<AnyRecord> {
  try {
    const record = await read()
    await logReveal(database, member, entity, record)
    return record
  } catch (error) {
    if (error instanceof RequestError && error.more.current)
      await logReveal(database, member, entity, error.more.current as AnyRecord)
    throw error
  }
}

async function logReveal(
  database: Database,
  { accountId, permissions }: Member,
  { name, label, fields }: OwnStored,
  record: AnyRecord,
): Promise<void> {
  const isRevealed = listSecrets(fields).some((field) => typeof record[field] === 'string')
  if (!isRevealed || permissions.has('admin')) return
  const event = { subject: name, id: record.id, label: String(record[label]) }
  await recordReveal(database, accountId, event)
}
