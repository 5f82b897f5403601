/** Who gets the bank details and tax IDs of a record, and when that is logged (SPEC C73). */
import { listSecrets, type AnyRecord } from '#core/entities/entity.ts'
import { listEndings } from '#core/entities/secret-endings.ts'
import type { Member } from '#core/team/member.ts'
import { recordReveal } from '#server/database/audit.ts'
import type { Database } from '#server/database/open.ts'
import { RequestError, versionConflict } from '#server/errors.ts'
import type { ScopedEntity } from './visible-entity.ts'

/** An Admin gets them with the record, Accounting their endings only, and they are hidden from other roles. */
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

/** Runs a change. Neither its record nor that of a 412 has more than `withoutSecrets`. */
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

/** Logs that the member gets the record's secrets, if it has any. An Admin has them without asking. */
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
