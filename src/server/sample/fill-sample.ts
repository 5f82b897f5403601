/** Fills an account without records with sample data, in one transaction (SPEC C64). */
import { addDays, type Day } from '#core/calendar.ts'
import { getEntity } from '#core/entities/entities.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import type { EntityName } from '#core/fields/field.ts'
import { sampleMessages } from '#core/sample/messages.ts'
import type { SampleState } from '#core/sample/sample-data.ts'
import { newRuleSchema } from '#core/settlements/rules.ts'
import { newSettlementSchema } from '#core/settlements/settlement.ts'
import { runIdempotent, type Repeatable } from '#server/database/idempotency.ts'
import type { Database, Work } from '#server/database/open.ts'
import { insertRows } from '#server/entities/insert.ts'
import { RequestError } from '#server/errors.ts'
import { insertRule } from '#server/settlements/deductions/store.ts'
import { createSettlement } from '#server/settlements/settlement/create-settlement.ts'
import { makeCarrier } from './carrier.ts'
import { readSampleState } from './sample-state.ts'

/**
 * Adds the sample carrier of the demo, with the loads of the last weeks and a draft for each truck. Throws 409 if the account has
 * records.
 */
export async function fillWithSample(
  database: Database,
  userId: string,
  today: Day,
  request: Repeatable,
): Promise<SampleState> {
  return runIdempotent(database, userId, request, async (work) => {
    const { state } = await readSampleState(work, userId)
    if (state !== 'possible') throw new RequestError(409, sampleMessages.notEmpty)
    await writeSample(work, userId, today)
    return readSampleState(work, userId)
  })
}

async function writeSample(work: Work, userId: string, today: Day): Promise<void> {
  const carrier = makeCarrier(today)
  const insert = (name: EntityName, records: object[]) => insertSample(work, userId, name, records)
  const owners = await insert('owners', carrier.owners)
  const drivers = await insert('drivers', carrier.drivers)
  const dispatchers = await insert('dispatchers', carrier.dispatchers)
  const brokers = await insert('brokers', carrier.brokers)
  const trucks = await insert(
    'trucks',
    carrier.trucks.map(({ owner, driver, values }) => ({
      ...values,
      ownerId: owner === null ? null : owners[owner],
      driverId: drivers[driver],
    })),
  )
  // Only loads from the week of the drafts on, because the loads of older weeks would be unsettled.
  const recent = carrier.loads.filter(({ values }) => values.settlementDate >= addDays(today, -7))
  await insert(
    'loads',
    recent.map(({ truck, driver, broker, dispatcher, values }) => ({
      ...values,
      truckId: trucks[truck],
      driverId: drivers[driver],
      brokerId: brokers[broker],
      dispatcherId: dispatchers[dispatcher],
    })),
  )
  for (const { truck, values } of carrier.deductions) {
    const rule = newRuleSchema.parse({ ...values, truckId: truck === null ? null : trucks[truck] })
    await mark(work, userId, 'deduction_rules', [await insertRule(work, userId, rule)])
  }
  for (const { truckId, settlementDate } of listDrafts(recent, trucks, today)) {
    const values = { truckId, settlementDate, fuel: '412.80', startFromDefaults: true }
    const draft = await createSettlement(work, userId, newSettlementSchema.parse(values))
    await mark(work, userId, 'billing', [draft.id])
  }
}

type Loads = ReturnType<typeof makeCarrier>['loads']

/** The trucks and settlement dates of the week before today. */
function listDrafts(loads: Loads, trucks: number[], today: Day) {
  const due = loads.filter(({ values }) => values.settlementDate < today)
  const drafts = due.map(({ truck, values: { settlementDate } }) => ({
    truckId: trucks[truck] ?? 0,
    settlementDate,
  }))
  return [...new Map(drafts.map((draft) => [Object.values(draft).join(), draft])).values()]
}

/** Returns the ids in the order of `records`. */
async function insertSample(work: Work, userId: string, name: EntityName, records: object[]) {
  const entity = getEntity(name)
  const schema = newRecordSchema(entity.fields)
  const checked = records.map((record) => schema.parse(record))
  const ids = await insertRows(work, userId, entity, checked)
  await mark(work, userId, name, ids)
  return ids
}

async function mark(work: Work, userId: string, name: string, ids: number[]): Promise<void> {
  const rows = ids.map((recordId) => ({ userId, name, recordId }))
  await work.insertInto('sampleRecords').values(rows).execute()
}
