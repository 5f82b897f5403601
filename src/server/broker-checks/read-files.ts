/** The newest files, and what they say about brokers (SPEC C230). */
import { sql } from 'kysely'
import type { FileAnswer } from '#core/broker-checks/answers.ts'
import type { AllChecks } from '#core/broker-checks/checks.ts'
import { brokerKeys } from '#core/broker-checks/numbers.ts'
import type { CheckedBroker } from '#core/broker-checks/form-notes.ts'
import type { FileKind } from '#core/broker-checks/file-kinds.ts'
import { nameMembers, readNamedMembers } from '#server/accounts/team/named-members.ts'
import type { Database, Work } from '#server/database/open.ts'

/** A file with its place among those of its kind: 1 is the newest. */
type PlacedFile = AllChecks['files'][number] & { id: number; place: number }

/** Reads the two newest files of each kind. */
export async function readNewestFiles(
  work: Database | Work,
  userId: string,
): Promise<PlacedFile[]> {
  const { rows } = await sql<PlacedFile>`
    select file.id, file.kind, file.day, file.name, file.row_count, file.found, file.place, file.imported_at,
      file.imported_by
    from (select *, row_number() over (partition by kind order by day desc) as place
      from broker_files where user_id = ${userId}) as file
    where place <= 2 order by kind, place`.execute(work)
  return rows.map((file) => ({ ...file, place: Number(file.place) }))
}

/** The newest file of each kind, with the name of who imported it. */
export async function describeNewestFiles(
  work: Database | Work,
  userId: string,
  files: readonly PlacedFile[],
): Promise<AllChecks['files']> {
  const nameOf = nameMembers(await readNamedMembers(work, userId))
  return files
    .filter(({ place }) => place === 1)
    .map(({ id: _id, place: _place, ...file }) => ({
      ...file,
      importedBy: nameOf(file.importedBy),
    }))
}

/** What the newest file of one kind says (`now`), and the file before it. Null: that file was not searched for the broker. */
export type AnswersOfKind = {
  kind: FileKind
  now: FileAnswer | null
  before: FileAnswer | null
}

type StoredAnswer = FileAnswer & { brokerId: number; searched: string }

/** Describes the numbers of the broker that a file is searched for. */
export function describeSearch(broker: Pick<CheckedBroker, 'mcNumber' | 'dotNumber'>): string {
  return brokerKeys(broker).join(', ')
}

/**
 * The answers for each broker, by kind of file. An answer about numbers that the broker no longer has does not count.
 * `brokerId`: reads the answers for one broker; null for all.
 */
export async function readAnswers(
  work: Database | Work,
  userId: string,
  brokers: readonly CheckedBroker[],
  files: readonly PlacedFile[],
  brokerId: number | null,
): Promise<Map<number, AnswersOfKind[]>> {
  const stored = await readStored(work, userId, files, brokerId)
  const byBroker = Map.groupBy(stored, (answer) => answer.brokerId)
  const kinds = [...new Set(files.map(({ kind }) => kind))]
  return new Map(
    brokers.map((broker) => {
      const search = describeSearch(broker)
      const own = (byBroker.get(broker.id) ?? []).filter(({ searched }) => searched === search)
      const pick = (kind: FileKind, place: number): FileAnswer | null => {
        const file = files.find((one) => one.kind === kind && one.place === place)
        const found = own.find((answer) => answer.kind === kind && answer.day === file?.day)
        return found ? { kind, day: found.day, answer: found.answer, rows: found.rows } : null
      }
      return [broker.id, kinds.map((kind) => ({ kind, now: pick(kind, 1), before: pick(kind, 2) }))]
    }),
  )
}

async function readStored(
  work: Database | Work,
  userId: string,
  files: readonly PlacedFile[],
  brokerId: number | null,
): Promise<StoredAnswer[]> {
  if (!files.length) return []
  const { rows } = await sql<StoredAnswer>`
    select broker_id, source as kind, day, result as answer, rows, searched
    from broker_checks where user_id = ${userId} and file_id = any(${files.map(({ id }) => id)}::bigint[])
      and (${brokerId}::bigint is null or broker_id = ${brokerId}::bigint)`.execute(work)
  return rows
}
