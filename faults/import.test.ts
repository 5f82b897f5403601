import { expect, test } from 'vitest'
import { kill, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn, type User } from './user.ts'

const ROWS = 4_000
const ROUNDS = 12

test('S20 S21 An import killed at any time is stored completely or not at all', async () => {
  const place = { dataDir: await newFolder() }
  let haulbook = await start(place)
  const took = await measure(() => signIn(haulbook).then((user) => importLoads(haulbook, user, 99)))
  let complete = 0
  for (let round = 0; round < ROUNDS; round++) {
    const user = await signIn(haulbook)
    const sending = importLoads(haulbook, user, round)
    // Kills between the import's first rows and just after its end, when half of it might be stored.
    await pause(took * (0.2 + round * 0.1))
    await kill(haulbook)
    const status = await sending
    haulbook = await start(place)
    const count = await countLoads(await signIn(haulbook), round)
    expect([0, ROWS]).toContain(count)
    if (status === 201) expect(count).toBe(ROWS)
    if (count === ROWS) complete++
  }
  process.stdout.write(
    `${ROUNDS} imports killed: ${complete} complete, ${ROUNDS - complete} not at all\n`,
  )
  await stop(haulbook)
})

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Returns the status, or 0 without a response. */
async function importLoads(haulbook: Haulbook, { cookie }: User, round: number): Promise<number> {
  const head = 'Load #,Pickup State,Pickup Date,Delivery State,Revenue\n'
  const lines = Array.from({ length: ROWS }, (_, n) => `R${round}-${n},TX,2026-11-16,GA,100.01\n`)
  const response = fetch(`${haulbook.url}/api/loads/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: head + lines.join(''),
  })
  return response.then(({ status }) => status).catch(() => 0)
}

async function countLoads(user: User, round: number): Promise<unknown> {
  return (await user.get(`/api/loads/count?search=R${round}-`)).body.count
}
