/** One load saved, beside the bare INSERT into the same table. */
import { randomUUID } from 'node:crypto'
import { loads } from '#core/entities/loads.ts'
import { newRecordSchema } from '#core/entities/entity.ts'
import { openStore } from '#server/entities/store.ts'
import type { Bench, Row } from './bench.ts'
import { inTurns, ms, ratio } from './measure.ts'
import { barePool, statementsOf, type Statement } from './recorded.ts'

const GOAL = 2.5
const MARK = 'BENCH-'

/** Saved as the form saves it, with an Idempotency-Key. What was written is deleted in the end. */
export async function savingRows(bench: Bench): Promise<Row[]> {
  const insert = await insertOf(bench)
  const pool = barePool(bench)
  const bare = () => pool.query({ ...insert, values: anew(insert) })
  const save = () => {
    const headers = { 'idempotency-key': randomUUID() }
    return bench.large.send('POST', '/api/loads', newLoad(), headers)
  }
  const [saved = NaN, inserted = NaN] = await inTurns([save, bare])
  await pool.query(`delete from loads where user_id = $1 and load_id like '${MARK}%'`, [
    bench.large.userId,
  ])
  await pool.end()
  return [
    {
      what: 'one load saved',
      as: 'p50 ÷ the same INSERT through the bare driver',
      goal: `≤ ${GOAL}`,
      figure: ratio(saved / inserted),
      met: saved / inserted <= GOAL,
      raw: `${ms(saved)} ÷ ${ms(inserted)}`,
    },
  ]
}

async function insertOf(bench: Bench): Promise<Statement> {
  const values = newRecordSchema(loads.fields).parse(newLoad())
  const request = { key: undefined, path: '', body: undefined }
  const sent = await statementsOf(bench, (database) =>
    openStore(database, bench.large.userId, loads).create(values, request),
  )
  for (const { text, values } of sent) {
    const [insert] = /insert into "loads"[^]*(?= returning \*)/.exec(text) ?? []
    if (insert) return { text: insert, values }
  }
  throw new Error('A load is no longer saved by one INSERT')
}

/** The same values under a number of its own. */
function anew({ values }: Statement): unknown[] {
  const isNumber = (value: unknown) => typeof value === 'string' && value.startsWith(MARK)
  return values.map((value) => (isNumber(value) ? newNumber() : value))
}

function newLoad() {
  return {
    ...{ loadId: newNumber(), revenue: '2400.00', miles: '781', weight: '41000' },
    ...{ pickupCity: 'Dallas', pickupState: 'TX', pickupDate: '2026-11-16' },
    ...{ deliveryCity: 'Atlanta', deliveryState: 'GA', deliveryDate: '2026-11-18' },
    ...{ settlementDate: '2026-11-20', cargoType: 'Pallets' },
  }
}

function newNumber(): string {
  return `${MARK}${randomUUID()}`
}
