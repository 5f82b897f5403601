/** Compares saving one load with the bare INSERT into the same table. */
import { randomUUID } from 'node:crypto'
import { loads } from '#core/entities/loads.ts'
import type { Member } from '#core/team/member.ts'
import { listPermissions, ROLE_DEFAULTS } from '#core/team/roles.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { openStore } from '#server/entities/store.ts'
import type { Bench, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns } from './measure.ts'
import { openBarePool, recordSql, type Statement } from './recorded-sql.ts'

const GOAL = 2
const PREFIX = 'BENCH-'
/** V8 compiles the code of the route during the first saves, so they are not measured. */
const FIRST_SAVES = 60

/** Saves as the form does, with an Idempotency-Key. Deletes the new loads at the end. */
export async function measureSaving(bench: Bench): Promise<Row[]> {
  const insert = await recordInsert(bench)
  const pool = openBarePool(bench)
  const insertBare = () => pool.query({ ...insert, values: withNewNumber(insert) })
  const save = () => {
    const headers = { 'idempotency-key': randomUUID() }
    return bench.large.send('POST', '/api/loads', newLoad(), headers)
  }
  for (let n = 0; n < FIRST_SAVES; n++) await save()
  const [saved = NaN, inserted = NaN] = await measureInTurns([save, insertBare])
  await pool.query(`delete from loads where user_id = $1 and load_id like '${PREFIX}%'`, [
    bench.large.userId,
  ])
  await pool.end()
  return [
    {
      name: 'one load saved',
      method: 'p50 ÷ the same INSERT through the bare driver',
      goal: `≤ ${GOAL}`,
      result: formatRatio(saved / inserted),
      met: saved / inserted <= GOAL,
      raw: `${formatMs(saved)} ÷ ${formatMs(inserted)}`,
    },
  ]
}

async function recordInsert(bench: Bench): Promise<Statement> {
  const values = newRecordSchema(loads.fields).parse(newLoad())
  const request = { personId: '', key: undefined, path: '', body: undefined }
  const sent = await recordSql(bench, (database) =>
    openStore(database, adminOf(bench.large.userId), loads).create(values, request),
  )
  for (const { text, values } of sent) {
    const [insert] = /insert into "loads"[^]*(?= returning \*)/.exec(text) ?? []
    if (insert) return { text: insert, values: values.slice(0, countParameters(insert)) }
  }
  throw new Error('No INSERT into loads was recorded')
}

/** The parameters after these belong to the labels of the new load, which the bare INSERT does not return. */
function countParameters(text: string): number {
  return Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
}

function adminOf(accountId: string): Member {
  const permissions = listPermissions('admin', ROLE_DEFAULTS)
  return {
    accountId,
    personId: accountId,
    role: 'admin',
    ownerId: null,
    driverId: null,
    permissions,
    timeZone: null,
    lacksTwoStep: false,
  }
}

function withNewNumber({ values }: Statement): unknown[] {
  const isNumber = (value: unknown) => typeof value === 'string' && value.startsWith(PREFIX)
  return values.map((value) => (isNumber(value) ? newNumber() : value))
}

function newLoad() {
  return {
    loadId: newNumber(),
    revenue: '2400.00',
    miles: '781',
    weight: '41000',
    pickupCity: 'Dallas',
    pickupState: 'TX',
    pickupDate: '2026-11-16',
    deliveryCity: 'Atlanta',
    deliveryState: 'GA',
    deliveryDate: '2026-11-18',
    settlementDate: '2026-11-20',
    cargoType: 'Pallets',
  }
}

function newNumber(): string {
  return `${PREFIX}${randomUUID()}`
}
