/** Whether an account has sample data, or can be filled with it (SPEC C64). */
import { sql } from 'kysely'
import { everyEntity } from '#core/entities/entities.ts'
import type { SampleState } from '#core/sample/sample-data.ts'
import type { Database, Work } from '#server/database/open.ts'
import { findLoadsWithDocuments } from '#server/documents/loads-with-documents.ts'
import { listRules, type ListedRule } from '#server/settlements/deductions/store.ts'

/** A sample record of an entity. `changed`: a person changed it, or added a document to the load. */
export type SampleRecord = { name: string; id: number; label: string; changed: boolean }

/** Whether the account has sample data. Reads one index entry. */
export async function hasSample(database: Database | Work, userId: string): Promise<boolean> {
  const found = database.selectFrom('sampleRecords').select('name').where('userId', '=', userId)
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

export async function readSampleState(
  database: Database | Work,
  userId: string,
): Promise<SampleState> {
  if (await hasSample(database, userId)) {
    const records = await readSampleRecords(database, userId)
    const rules = await readSampleRules(database, userId)
    const changed = [
      ...records.filter((record) => record.changed).map(describe),
      ...rules.filter(isChangedRule).map(describeRule),
    ]
    return { state: 'filled', changed }
  }
  return { state: (await isEmpty(database, userId)) ? 'possible' : 'other', changed: [] }
}

/** The sample records of entities that were not deleted, in the order of the entities. */
export async function readSampleRecords(
  database: Database | Work,
  userId: string,
): Promise<SampleRecord[]> {
  const records: SampleRecord[] = []
  for (const { name, label } of everyEntity) {
    const { rows } = await sql<SampleRecord>`
      select ${sql.lit(name)}::text as name, record.id, record.${sql.ref(label)} as label,
        record.version > 1 as changed
      from sample_records join ${sql.table(name)} as record
        on record.user_id = sample_records.user_id and record.id = sample_records.record_id
      where sample_records.user_id = ${userId} and sample_records.name = ${sql.lit(name)}
      order by record.id`.execute(database)
    records.push(...rows)
  }
  const loadIds = records.filter(({ name }) => name === 'loads').map(({ id }) => id)
  const withDocuments = await findLoadsWithDocuments(database, userId, loadIds)
  return records.map((record) =>
    record.name === 'loads' && withDocuments.has(record.id) ? { ...record, changed: true } : record,
  )
}

/** The recurring deductions of the sample that were not deleted, newest first. */
export async function readSampleRules(
  database: Database | Work,
  userId: string,
): Promise<ListedRule[]> {
  const ids = new Set(await readSampleIds(database, userId, 'deduction_rules'))
  return (await listRules(database, userId)).filter(({ id }) => ids.has(id))
}

/** Reads the ids of sample records. `name`: the table. */
export async function readSampleIds(
  database: Database | Work,
  userId: string,
  name: string,
): Promise<number[]> {
  const rows = await database
    .selectFrom('sampleRecords')
    .select('recordId')
    .where('userId', '=', userId)
    .where('name', '=', name)
    .orderBy('recordId')
    .execute()
  return rows.map(({ recordId }) => recordId)
}

export function isChangedRule({ version }: Pick<ListedRule, 'version'>): boolean {
  return version > 1
}

/** "Recurring deduction Trailer 5312 of truck 101". */
export function describeRule({
  description,
  labels,
}: Pick<ListedRule, 'description' | 'labels'>): string {
  const trucks = labels.truckId === null ? 'all trucks' : `truck ${labels.truckId}`
  return `Recurring deduction ${description} of ${trucks}`
}

/** "Truck 101". */
export function describe({ name, label }: Pick<SampleRecord, 'name' | 'label'>): string {
  const singular = everyEntity.find((entity) => entity.name === name)?.singular ?? name
  return `${singular} ${label}`
}

async function isEmpty(database: Database | Work, userId: string): Promise<boolean> {
  const some = everyEntity.map(
    ({ name }) => sql`exists (select from ${sql.table(name)} where user_id = ${userId})`,
  )
  const { rows } = await sql<{
    used: boolean
  }>`select ${sql.join(some, sql` or `)} as used`.execute(database)
  if (rows[0]?.used) return false
  return (await listRules(database, userId)).length === 0
}
