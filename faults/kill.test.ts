import { expect, test } from 'vitest'
import { kill, launch, newFolder, pause, startPostgres, start, stop } from './haulbook.ts'
import { signIn, readLoadNumbers, addLoadsUntilFailure } from './user.ts'

const FIRST_STARTS = 8
const UNDER_LOAD = 42
const AT_ONCE = 4

test(`S21 S20 ${FIRST_STARTS + UNDER_LOAD} kills, at start and under load, lose no change`, async () => {
  const place = { dataDir: await newFolder() }
  for (let round = 0; round < FIRST_STARTS; round++) {
    const first = launch(place)
    await pause(50 + round * 150)
    await kill(first)
  }
  const acknowledged: string[] = []
  let slowest = 0
  for (let round = 0; round < UNDER_LOAD; round++) {
    const before = performance.now()
    const haulbook = await start(place)
    slowest = Math.max(slowest, performance.now() - before)
    const user = await signIn(haulbook)
    const numbers = await readLoadNumbers(user)
    expect(acknowledged.filter((number) => !numbers.has(number))).toEqual([])
    const working = Array.from({ length: AT_ONCE }, () => addLoadsUntilFailure(user))
    await pause(20 + ((round * 37) % 400))
    await kill(haulbook)
    acknowledged.push(...(await Promise.all(working)).flat())
  }
  const last = await start(place)
  const numbers = await readLoadNumbers(await signIn(last))
  expect(acknowledged.filter((number) => !numbers.has(number))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(UNDER_LOAD)
  await stop(last)
  process.stdout.write(
    `${acknowledged.length} loads acknowledged, none lost; slowest start ${(slowest / 1000).toFixed(1)} s\n`,
  )
})

test('S21 S20 Ten kills under load on DATABASE_URL lose no acknowledged change', async () => {
  const server = await startPostgres()
  const acknowledged: string[] = []
  for (let round = 0; round < 10; round++) {
    const haulbook = await start(server.place)
    const user = await signIn(haulbook)
    const working = Array.from({ length: AT_ONCE }, () => addLoadsUntilFailure(user))
    await pause(50 + round * 40)
    await kill(haulbook)
    acknowledged.push(...(await Promise.all(working)).flat())
  }
  const last = await start(server.place)
  const numbers = await readLoadNumbers(await signIn(last))
  expect(acknowledged.length).toBeGreaterThan(10)
  expect(acknowledged.filter((number) => !numbers.has(number))).toEqual([])
  await stop(last)
  await server.stop()
})

test('S20 S21 A settlement killed at any time is stored with all lines or not at all', async () => {
  const place = { dataDir: await newFolder() }
  const truck = { truckId: 'T-1', make: 'Volvo', model: 'VNL', year: 2024 }
  let haulbook = await start(place)
  const { id: truckId } = (await (await signIn(haulbook)).post('/api/trucks', truck)).body
  for (let round = 0; round < 6; round++) {
    const user = await signIn(haulbook)
    const settlementDate = `2026-10-${10 + round}`
    const saving = user.post('/api/billing', {
      truckId,
      settlementDate,
      fuel: '10.01',
      tolls: '5.00',
    })
    await pause(round * 4)
    await kill(haulbook)
    const { status } = await saving
    haulbook = await start(place)
    const { body } = await (
      await signIn(haulbook)
    ).get(`/api/billing?settlementDate=${settlementDate}`)
    const settlements = body as unknown as { totalExpenses: string }[]
    if (status === 201) expect(settlements).toHaveLength(1)
    for (const settlement of settlements) expect(settlement.totalExpenses).toBe('15.01')
  }
  await stop(haulbook)
})
