import { expect, test } from 'vitest'
import { weekOfTrucks } from '#server/testing/cards/card-files.ts'
import { kill, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn, type User } from './user.ts'

const ROWS = 500
const ROUNDS = 20

test('S20 C563 A card file whose import is killed again and again is stored once, each row of it', async () => {
  const place = { dataDir: await newFolder() }
  let haulbook = await start(place)
  const took = await measure(() => signIn(haulbook).then((user) => importFile(haulbook, user)))
  const sums = await readSums(await signIn(haulbook))
  expect(sums.count).toBe(ROWS)
  await undo(await signIn(haulbook))
  const none = { count: 0, retail: '0.00', discount: '0.00', net: '0.00' }
  let isKept = false
  for (let round = 0; round < ROUNDS; round++) {
    const user = await signIn(haulbook)
    // Two at once: as two people, or a second click.
    const sending = Promise.all([importFile(haulbook, user), importFile(haulbook, user)])
    // Kills between the import's first rows and just after its end.
    await pause(took * (0.1 + round * 0.06))
    await kill(haulbook)
    const statuses = await sending
    haulbook = await start(place)
    const found = await readSums(await signIn(haulbook))
    expect([none, sums]).toContainEqual(found)
    // What is stored stays, and no repetition adds to it.
    if (statuses.includes(201) || isKept) expect(found).toEqual(sums)
    isKept = found.count === ROWS
  }
  expect(await importFile(haulbook, await signIn(haulbook))).toBe(201)
  expect(await readSums(await signIn(haulbook))).toEqual(sums)
  await stop(haulbook)
})

async function measure(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Returns the status, or 0 without a response. */
async function importFile(haulbook: Haulbook, { cookie }: User): Promise<number> {
  const response = fetch(`${haulbook.url}/api/card-purchases/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: weekOfTrucks(ROWS),
  })
  return response.then(({ status }) => status).catch(() => 0)
}

/** The first import only measures. */
async function undo(user: User): Promise<void> {
  const [first] = (await user.get('/api/card-imports')).body as unknown as { id: number }[]
  expect((await user.remove(`/api/card-imports/${first?.id}`)).status).toBe(204)
}

/** How many purchases are stored, and their sums to the cent. */
async function readSums(user: User): Promise<Record<string, unknown>> {
  return (await user.get('/api/card-purchases/totals')).body
}
