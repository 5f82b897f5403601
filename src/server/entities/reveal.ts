/** Who gets the bank details and tax IDs of a record, and when that is logged (SPEC C73). */
import { listSecrets, type AnyRecord } from '#core/entities/entity.ts'
import { listEndings } from '#core/entities/secret-endings.ts'
import type { Member } from '#core/team/member.ts'
import { recordReveal } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError, versionConflict } from '#server/errors.ts'
import type { ScopedEntity } from './visible-entity.ts'

/** An Admin gets them with the record, Accounting gets only their endings, and other roles get none of them. */
export function withoutSecrets(
  { permissions }: Member,
  { fields }: ScopedEntity,
  record: AnyRecord,
): AnyRecord {
  const secrets = listSecrets(fields)
  if (!secrets.length || permissions.has('admin') || !permissions.has('secrets')) return record
  const seen: AnyRecord = { ...record, endings: listEndings(fields, record) }
  for (const name of secrets) delete seen[name]
  return seen
}

/** Runs a change. Both its record and the current record of a 412 error are returned without secrets. */
export async function changeWithoutSecrets(
  member: Member,
  entity: ScopedEntity,
  change: () => Promise<AnyRecord>,
): Promise<AnyRecord> {
  try {
    return withoutSecrets(member, entity, await change())
  } catch (error) {
    if (!(error instanceof RequestError) || !error.more.current) throw error
    throw versionConflict(withoutSecrets(member, entity, error.more.current as AnyRecord))
  }
}

/** Logs that the member sees the record's secrets, if it has any. An Admin always sees them, so that is not logged. */
export async function logReveal(
  database: Database,
  { accountId, permissions }: Member,
  { name, label, fields }: ScopedEntity,
  record: AnyRecord,
): Promise<void> {
  const isRevealed = listSecrets(fields).some((field) => typeof record[field] === 'string')
  if (!isRevealed || permissions.has('admin')) return
  const event = { subject: name, id: record.id, label: String(record[label]) }
  await recordReveal(database, accountId, event)
}
