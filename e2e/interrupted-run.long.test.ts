/** A settlement run of 300 trucks: the server is killed halfway, and the run is repeated (SPEC C8). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Run, RunRow } from '#core/settlements/run/run.ts'
import type { Settlement } from '#core/settlements/settlement.ts'
import { openDatabase } from '#server/database/open.ts'
import { COMPANY } from '#server/testing/samples.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { PASSWORD } from './app.ts'
import { startServer } from './server.ts'

const TRUCKS = 300
const CONCURRENT_CALLS = 6
const DATE = '2026-11-20'

type Call = <Of>(method: string, path: string, body?: object) => Promise<Of | undefined>

test('C8 S20 A run killed and repeated gives each truck one statement, without gaps', async () => {
  const address = await freshDatabase()
  let server = await startServer(address)
  const cookie = await signUp(server.url)
  await addCompany(server.url, cookie)
  await addTrucks(address)

  const first = makeCall(server.url, cookie)
  const killed = new Promise((resolve, reject) => {
    // Calls that the kill interrupts fail too, after it resolved.
    runSettlements(first, (done) => done === TRUCKS && resolve(server.kill())).catch(reject)
  })
  await killed
  server = await startServer(address)
  const call = makeCall(server.url, cookie)
  const between = (await call<Settlement[]>('GET', '/api/billing')) ?? []
  expect(between.length).toBeGreaterThan(0)
  expect(between.filter(({ status }) => status === 'approved').length).toBeLessThan(TRUCKS)

  await Promise.all([runSettlements(call), runSettlements(call)])
  const settlements = (await call<Settlement[]>('GET', '/api/billing')) ?? []
  expect(new Set(settlements.map(({ truckId }) => truckId)).size).toBe(TRUCKS)
  const numbers = settlements.map(({ number }) => number ?? 0).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: TRUCKS }, (_, index) => index + 1))
  expect(settlements.filter(({ netPayment }) => netPayment !== '880.00')).toEqual([])
  await server.stop()
}, 300_000)

/** Works as the screen does: reads the week, then sends a request per settlement. `onStep` receives the count. */
async function runSettlements(
  call: Call,
  onStep: (done: number) => void = () => undefined,
): Promise<void> {
  let done = 0
  const read = async () =>
    (await call<Run>('GET', `/api/settlements/run?today=${DATE}&week=${DATE}`))?.rows ?? []
  const runConcurrently = async (rows: RunRow[], step: (row: RunRow) => Promise<unknown>) => {
    const open = [...rows]
    const work = async () => {
      for (let row = open.shift(); row; row = open.shift()) {
        await step(row)
        onStep(++done)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work))
  }
  const unsaved = (await read()).filter(({ billing }) => billing === null)
  await runConcurrently(unsaved.slice(0, TRUCKS / 2), create)
  await runConcurrently(await readDrafts(), approve)
  await runConcurrently(unsaved.slice(TRUCKS / 2), create)
  await runConcurrently(await readDrafts(), approve)

  async function readDrafts() {
    return (await read()).filter(({ billing }) => billing?.status === 'pending')
  }
  function create({ truckId, settlementDate }: RunRow) {
    return call('POST', '/api/billing', { truckId, settlementDate, startFromDefaults: true })
  }
  function approve({ billing }: RunRow) {
    return call('POST', `/api/billing/${billing?.id}/approve`)
  }
}

/** Sends a call. Returns undefined for 409: the other run was first. */
function makeCall(url: string, cookie: string): Call {
  return async <Of>(method: string, path: string, body?: object) => {
    const json = body && { 'content-type': 'application/json' }
    const headers = { cookie, origin: url, ...json }
    const sent = body && { body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers, ...sent })
    if (response.status === 409) return undefined
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    return (await response.json()) as Of
  }
}

async function signUp(url: string): Promise<string> {
  const person = { email: 'run@example.com', password: PASSWORD, firstName: 'Pat', lastName: 'Doe' }
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify(person)
  const response = await fetch(`${url}/api/signup`, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function addCompany(url: string, cookie: string): Promise<void> {
  const headers = { 'content-type': 'application/json', origin: url, cookie }
  const body = JSON.stringify(COMPANY)
  const response = await fetch(`${url}/api/settings`, { method: 'POST', headers, body })
  expect(response.status).toBe(201)
}

/** Trucks with a driver and a load of $1,000.00 each, and a carrier fee of 12%. */
async function addTrucks(address: string): Promise<void> {
  const database = openDatabase(address, () => undefined)
  const account = sql`(select id from users)`
  await sql`insert into drivers (user_id, name, email, phone, address, license_number, license_state,
      license_expiration, payment_method)
    values (${account}, 'Dan', 'dan@example.com', '1', 'A', 'D1', 'TX', '2028-01-01', 'check')`.execute(
    database,
  )
  await sql`insert into trucks (user_id, truck_id, make, model, year, driver_id)
    select ${account}, 'T-' || n, 'Volvo', 'VNL', 2022, (select id from drivers) from generate_series(1, ${sql.lit(TRUCKS)}) as n`.execute(
    database,
  )
  await sql`insert into loads (user_id, load_id, truck_id, pickup_state, pickup_date, delivery_state,
      delivery_date, settlement_date, revenue, miles, bol_status)
    select user_id, truck_id, id, 'TX', ${DATE}, 'GA', ${DATE}, ${DATE}, 1000, 500, 'received' from trucks`.execute(
    database,
  )
  await sql`insert into deduction_rules (user_id, category, description, basis, value)
    values (${account}, 'other', 'Carrier fee', 'percent', 12)`.execute(database)
  await database.destroy()
}
