import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { command, kill, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn, readLoadNumbers, makeLoad, type User } from './user.ts'

const COMMANDS = ['backup', 'rotate-key', 'accounts/reset-password']

async function add(user: User): Promise<string> {
  const load = makeLoad()
  expect((await user.post('/api/loads', load)).status).toBe(201)
  return load.loadId
}

function copy(folder: string, to: string): { dataDir: string } {
  execFileSync('cp', ['-a', folder, to])
  return { dataDir: to }
}

/** The pool closes idle connections after ten seconds. After that it needs the socket for a new connection. */
const UNTIL_RECONNECTED_MS = 11_000

async function expectReady({ url }: Haulbook): Promise<void> {
  await pause(UNTIL_RECONNECTED_MS)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
}

test('C29 The original keeps running while its copy starts and every command runs on copies', async () => {
  const folder = await newFolder()
  const place = { dataDir: path.join(folder, 'original') }
  const original = await start(place)
  const user = await signIn(original)
  const kept = [await add(user)]
  const copied = await start(copy(place.dataDir, path.join(folder, 'copy')))
  await expectReady(original)
  const other = await add(await signIn(copied))
  kept.push(await add(user))
  const given: Record<string, string> = {
    backup: path.join(folder, 'copy.haulbook'),
    'accounts/reset-password': 'work@example.com',
  }
  for (const script of COMMANDS) {
    const at = copy(place.dataDir, path.join(folder, path.basename(script)))
    await command(at, script, given[script] ?? '')
    await expectReady(original)
    kept.push(await add(user))
  }
  await stop(copied)
  expect([...(await readLoadNumbers(user))].toSorted()).toEqual(kept.toSorted())
  expect(kept).not.toContain(other)
  await stop(original)
})

test('C29 S21 A copy made after kill -9 starts, and so does the original', async () => {
  const folder = await newFolder()
  const place = { dataDir: path.join(folder, 'original') }
  const original = await start(place)
  const load = await add(await signIn(original))
  await kill(original)
  const copied = await start(copy(place.dataDir, path.join(folder, 'copy')))
  const again = await start(place)
  await expectReady(copied)
  await expectReady(again)
  expect([...(await readLoadNumbers(await signIn(again)))]).toEqual([load])
  expect([...(await readLoadNumbers(await signIn(copied)))]).toEqual([load])
  await stop(copied)
  await expectReady(again)
  await stop(again)
})
