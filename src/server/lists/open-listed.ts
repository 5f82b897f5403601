import type { QueryExecutorProvider } from 'kysely'
import type { AnyRecord } from '#core/entities/entity.ts'
import { openRecord } from '#server/database/secrets/records.ts'
import type { Listed } from './types.ts'

/** Decrypts the record of a list, and removes what the member can't see. */
export function openListed(
  work: QueryExecutorProvider,
  listed: Listed,
  record: AnyRecord,
): AnyRecord {
  const opened = openRecord(work, listed, record)
  return listed.redact ? listed.redact(opened) : opened
}
