/** Stores what a file says about the account's brokers, all or nothing (SPEC C229). */
import { judgeRows } from '#core/broker-checks/answers.ts'
import type { ImportedFile, SentFile } from '#core/broker-checks/checks.ts'
import { findFileDayError } from '#core/broker-checks/file-day.ts'
import {
  FILES,
  recognizeFile,
  type FileKind,
  type FileRow,
} from '#core/broker-checks/file-kinds.ts'
import type { CheckedBroker } from '#core/broker-checks/form-notes.ts'
import { brokerKeys, usdotKey, type NumberKey } from '#core/broker-checks/numbers.ts'
import { cleanRow, fileMessages } from '#core/broker-checks/pick-rows.ts'
import { rowKeys } from '#core/broker-checks/row-keys.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { badField } from '#server/errors.ts'
import { accountDay } from '#server/today.ts'
import { readBrokers } from './read-checks.ts'
import { describeSearch } from './read-files.ts'

type Importer = { accountId: string; personId: string }

/** Replaces an earlier file of the same kind and day. Throws 400 for an unknown kind of file and for an invalid day. */
export function importFile(
  database: Database,
  member: Importer,
  file: SentFile,
  request: Repeatable,
): Promise<ImportedFile> {
  const kind = recognizeFile(file.titles)
  if (!kind) throw badField('titles', fileMessages.unknown)
  const error = findFileDayError(file.day, accountDay())
  if (error) throw badField('day', error)
  return runIdempotent(database, member.accountId, request, (work) =>
    storeFile(work, member, kind, file),
  )
}

async function storeFile(
  work: Work,
  { accountId: userId, personId }: Importer,
  kind: FileKind,
  { name, day, rowCount, searched, rows }: SentFile,
): Promise<ImportedFile> {
  const brokers = await readBrokers(work, userId)
  const known = new Set(searched)
  const own = brokers.filter((broker) => wasSearched(broker, known))
  const byKey = indexRows(kind, rows)
  const checks = own.map((broker) => {
    const found = findRows(byKey, broker)
    return {
      brokerId: broker.id,
      searched: describeSearch(broker),
      rows: JSON.stringify(found),
      result: judgeRows(kind, found, day),
    }
  })
  const found = checks.filter(({ result }) => result !== 'absent').length
  const importedAt = new Date().toISOString()
  const values = { name, rowCount, found, importedBy: personId, importedAt }
  const { id: fileId } = await work
    .insertInto('brokerFiles')
    .values({ userId, kind, day, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'day']).doUpdateSet(values))
    .returning('id')
    .executeTakeFirstOrThrow()
  await work
    .deleteFrom('brokerChecks')
    .where('userId', '=', userId)
    .where('fileId', '=', fileId)
    .execute()
  for (let at = 0; at < checks.length; at += CHECKS_AT_ONCE) {
    const some = checks.slice(at, at + CHECKS_AT_ONCE)
    const all = { userId, source: kind, day, fileId, checkedBy: personId }
    await work
      .insertInto('brokerChecks')
      .values(some.map((check) => ({ ...all, ...check })))
      .execute()
  }
  return { kind, day, found, absent: checks.length - found }
}

const CHECKS_AT_ONCE = 1000

/** False for a broker that was added while the browser read the file. Such a broker must not get "not in this file". */
function wasSearched(broker: CheckedBroker, searched: ReadonlySet<NumberKey>): boolean {
  const keys = brokerKeys(broker)
  return keys.length > 0 && keys.every((key) => searched.has(key))
}

/** Indexes the rows by each of their numbers, with the kept columns only. */
function indexRows(kind: FileKind, rows: readonly FileRow[]): Map<NumberKey, FileRow[]> {
  const byKey = new Map<NumberKey, FileRow[]>()
  for (const sent of rows) {
    const kept = Object.entries(sent).filter(([title]) => Object.hasOwn(FILES[kind].kept, title))
    const row = cleanRow(Object.fromEntries(kept))
    for (const key of rowKeys(kind, row)) byKey.set(key, [...(byKey.get(key) ?? []), row])
  }
  return byKey
}

/** Finds a broker's rows by USDOT number, or by docket if the broker has no USDOT number. */
function findRows(byKey: ReadonlyMap<NumberKey, FileRow[]>, broker: CheckedBroker): FileRow[] {
  const usdot = usdotKey(broker.dotNumber)
  if (usdot) return byKey.get(usdot) ?? []
  return brokerKeys(broker).flatMap((key) => byKey.get(key) ?? [])
}
