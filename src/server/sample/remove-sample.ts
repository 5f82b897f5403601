/** Removes the sample data of an account, record by record, as a person could (SPEC C65). */
import { randomUUID } from 'node:crypto'
import { formatDay } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import type { SampleRemoved } from '#core/sample/sample-data.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import type { Member } from '#core/team/member.ts'
import type { Database } from '#server/database/open.ts'
import { moveToInbox } from '#server/documents/loads-with-documents.ts'
import { forgetDeleted } from '#server/entities/undo/trash.ts'
import { openStore } from '#server/entities/store.ts'
import { asRequestError, RequestError } from '#server/errors.ts'
import { listRules, openRuleStore, type ListedRule } from '#server/settlements/deductions/store.ts'
import { readDraftsOfTrucks } from '#server/settlements/settlement/read-settlements.ts'
import { openSettlementStore } from '#server/settlements/settlement/store.ts'
import {
  describe,
  describeRule,
  isChangedRule,
  readSampleIds,
  readSampleRecords,
  readSampleRules,
  type SampleRecord,
} from './sample-state.ts'

/** The order of removal: a record is removed before the records that it links to. */
const ORDER: EntityName[] = [
  'loads',
  'trucks',
  'trailers',
  'drivers',
  'owners',
  'brokers',
  'dispatchers',
]

/**
 * Keeps sample records that the account's own records use, and with `keepChanged` those that were changed. The kept records are no
 * longer sample data. If it is interrupted, the same call again removes the rest.
 */
export async function removeSample(
  database: Database,
  member: Member,
  keepChanged: boolean,
): Promise<SampleRemoved> {
  const userId = member.accountId
  const store = openSettlementStore(database, userId)
  const ruleStore = openRuleStore(database, userId)
  const operation = randomUUID()
  let removed = 0
  const kept: string[] = []
  async function remove(label: string, run: () => Promise<void>) {
    if (await tryToRemove(run)) removed++
    else kept.push(label)
  }

  const records = await readSampleRecords(database, userId)
  const rules = await readSampleRules(database, userId)
  const trucks = new Map(
    records.filter(({ name }) => name === 'trucks').map((one) => [one.id, one]),
  )
  const isKept = (record: { changed: boolean }) => keepChanged && record.changed
  const isKeptRule = (rule: ListedRule) => keepChanged && isChangedRule(rule)
  const isOfKeptTruck = ({ truckId }: ListedRule) =>
    truckId !== null && isKept(trucks.get(truckId) ?? { changed: false })

  async function removeDrafts(drafts: Settlement[]) {
    for (const { id, truckId, settlementDate } of drafts) {
      const label = `Settlement of truck ${trucks.get(truckId)?.label} on ${formatDay(settlementDate)}`
      await remove(label, () => store.remove(id))
    }
  }
  async function removeRecords(names: EntityName[]) {
    for (const record of names.flatMap((name) => records.filter((one) => one.name === name))) {
      if (isKept(record)) kept.push(describe(record))
      else await remove(describe(record), () => removeUnused(database, member, record, operation))
    }
  }

  const samples = new Set(await readSampleIds(database, userId, 'billing'))
  const drafts = await readDraftsOfTrucks(database, userId, [...trucks.keys()])
  await removeDrafts(drafts.filter(({ id }) => samples.has(id)))
  await removeRecords(['loads'])
  const ruleIds = new Set(rules.filter((rule) => !isKeptRule(rule)).map(({ id }) => id))
  const unused: number[] = []
  for (const truck of trucks.values())
    if (!isKept(truck) && !(await isTruckUsed(database, member, truck.id, ruleIds)))
      unused.push(truck.id)
  // Removes the drafts that a person prepared for these trucks.
  await removeDrafts(await readDraftsOfTrucks(database, userId, unused))
  for (const rule of rules) {
    if (isKeptRule(rule) || isOfKeptTruck(rule)) kept.push(describeRule(rule))
    else await remove(describeRule(rule), () => ruleStore.remove(rule.id))
  }
  await removeRecords(ORDER.filter((name) => name !== 'loads'))
  await forgetSample(database, userId)
  return { removed, kept }
}

/** Whether loads, or recurring deductions other than `removedRules`, use the truck. If so, it is kept with its drafts. */
async function isTruckUsed(
  database: Database,
  member: Member,
  truckId: number,
  removedRules: Set<number>,
): Promise<boolean> {
  const links = await openStore(database, member, getEntity('trucks')).links(truckId)
  const ruleList = await listRules(database, member.accountId, truckId)
  return Boolean(links.linked.loads) || ruleList.some(({ id }) => !removedRules.has(id))
}

/** Throws 409 if a record of the account uses it: its links would be cleared, or its deductions deleted. */
async function removeUnused(
  database: Database,
  member: Member,
  { name, id }: SampleRecord,
  operation: string,
): Promise<void> {
  const store = openStore(database, member, getEntity(name as EntityName), 'leave')
  const { linked, refusal } = await store.links(id)
  const ruleCount = name === 'trucks' ? (await listRules(database, member.accountId, id)).length : 0
  const isLinked = Object.values(linked).some((count) => count > 0)
  if (ruleCount || isLinked || refusal !== null) throw new RequestError(409, 'In use')
  await store.remove(id, operation)
}

/** Deletes the sample records from the trash too, because a restored record would no longer be marked as sample data. */
async function forgetSample(database: Database, userId: string): Promise<void> {
  await moveToInbox(database, userId, await readSampleIds(database, userId, 'loads'))
  for (const name of [...ORDER, 'billing', 'deduction_rules'])
    await forgetDeleted(database, userId, { name }, await readSampleIds(database, userId, name))
  await database.deleteFrom('sampleRecords').where('userId', '=', userId).execute()
}

/** False if the record is in use. A record that was already deleted counts as removed. */
async function tryToRemove(run: () => Promise<void>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    const known = asRequestError(error)
    if (!known || ![404, 409].includes(known.statusCode)) throw error
    return known.statusCode === 404
  }
}
