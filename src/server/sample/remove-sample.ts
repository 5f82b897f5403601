/** Removes the sample data of an account, record by record, as a person could (SPEC C65). */
import { randomUUID } from 'node:crypto'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { SampleRemoved } from '#core/sample/sample-data.ts'
import type { Database } from '#server/database/open.ts'
import { forgetDeleted } from '#server/entities/undo/trash.ts'
import { openStore } from '#server/entities/store.ts'
import { RequestError } from '#server/errors.ts'
import { listRules, openRuleStore } from '#server/settlements/deductions/store.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import { describe, readSampleRecords, type SampleRecord } from './sample-state.ts'

/** Nothing links to a load. Then each before those that it links to. */
const ORDER: EntityName[] = ['loads', 'trucks', 'drivers', 'owners', 'brokers', 'dispatchers']

/**
 * Keeps what the account's own records use, and with `keepChanged` what was changed. The kept records are no longer sample
 * data. If it is interrupted, the same call again removes the rest.
 */
export async function removeSample(
  database: Database,
  userId: string,
  keepChanged: boolean,
): Promise<SampleRemoved> {
  const drafts = openSettlementStore(database, userId)
  const rules = openRuleStore(database, userId)
  const operation = randomUUID()
  let removed = 0
  const kept: string[] = []
  async function remove(label: string, run: () => Promise<void>) {
    if (await tryToRemove(run)) removed++
    else kept.push(label)
  }
  for (const id of await readIds(database, userId, 'billing'))
    await remove('Settlement', () => drafts.remove(id))
  for (const id of await readIds(database, userId, 'deduction_rules'))
    await remove('Recurring deduction', () => rules.remove(id))
  const records = await readSampleRecords(database, userId)
  for (const record of ORDER.flatMap((name) => records.filter((other) => other.name === name))) {
    if (keepChanged && record.changed) kept.push(describe(record))
    else await remove(describe(record), () => removeUnused(database, userId, record, operation))
  }
  await forgetSample(database, userId)
  return { removed, kept }
}

/** Throws 409 if a record of the account uses it: its links would be cleared, or its deductions deleted. */
async function removeUnused(
  database: Database,
  userId: string,
  { name, id }: SampleRecord,
  operation: string,
): Promise<void> {
  const store = openStore(database, userId, getEntity(name as EntityName))
  const links = Object.values(await store.links(id))
  const ruleCount = name === 'trucks' ? (await listRules(database, userId, id)).length : 0
  if (ruleCount || links.some((count) => count > 0)) throw new RequestError(409, 'In use')
  await store.remove(id, operation)
}

/** The trash must not bring sample records back: nothing would mark them as a sample. */
async function forgetSample(database: Database, userId: string): Promise<void> {
  for (const name of ORDER)
    await forgetDeleted(database, userId, { name }, await readIds(database, userId, name))
  await database.deleteFrom('sampleRecords').where('userId', '=', userId).execute()
}

/** False if the record is in use. A record that was already deleted counts as removed. */
async function tryToRemove(run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    if (!(error instanceof RequestError) || ![404, 409].includes(error.statusCode)) throw error
    return error.statusCode === 404
  }
}

async function readIds(database: Database, userId: string, name: string): Promise<number[]> {
  const rows = await database
    .selectFrom('sampleRecords')
    .select('recordId')
    .where('userId', '=', userId)
    .where('name', '=', name)
    .orderBy('recordId')
    .execute()
  return rows.map(({ recordId }) => recordId)
}
