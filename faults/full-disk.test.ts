import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { launch, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn, readLoadNumbers, makeLoad, type User } from './user.ts'

const MB = 1024 * 1024
const FULL_MS = 60_000
const LOGIN_EVERY_MS = 1_000

const mounted: string[] = []
afterAll(() => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder])
})

/** Mounts a disk that is small enough to fill. Needs root. */
async function mountDisk(megabytes: number): Promise<string> {
  const folder = path.join(await newFolder(), 'disk')
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  mounted.push(folder)
  return folder
}

/** Fills the disk and leaves `bytes` free. Returns the function that frees the disk again. */
async function fill(disk: string, bytes: number): Promise<() => Promise<void>> {
  const file = path.join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(file, Buffer.alloc(Math.max(0, bavail * bsize - bytes))).catch(() => undefined)
  return () => rm(file)
}

/** Makes a load with random notes, because PostgreSQL compresses other text. */
function noteLoad() {
  return { ...makeLoad(), notes: randomBytes(6_750).toString('base64') }
}

/** Writes, reads and logs in until `end`. Returns the acknowledged loads and how often each status was returned. */
async function work(haulbook: Haulbook, user: User, end: number) {
  const kept: string[] = []
  const counts: Record<string, number> = {}
  const count = (what: string, status: number) => {
    counts[`${what} ${status}`] = (counts[`${what} ${status}`] ?? 0) + 1
  }
  let message = ''
  let nextLogin = 0
  while (performance.now() < end) {
    const load = noteLoad()
    const written = await user.post('/api/loads', load)
    count('write', written.status)
    if (written.status === 201) kept.push(load.loadId)
    if (written.status === 507) message = String(written.body.message)
    count('read', (await user.get('/api/loads?limit=50')).status)
    // An account has at most 100 sessions.
    if (performance.now() >= nextLogin) {
      nextLogin = performance.now() + LOGIN_EVERY_MS
      count('login', (await (await signIn(haulbook)).get('/api/auth/user')).status)
    }
    count('search', (await user.get('/api/search?q=L-')).status)
    count('ready', (await user.get('/readyz')).status)
  }
  return { kept, counts, message }
}

/** Adds loads until one is accepted, like a user who tries again. */
async function addOne(user: User): Promise<string> {
  for (;;) {
    const load = makeLoad()
    if ((await user.post('/api/loads', load)).status === 201) return load.loadId
    await pause(100)
  }
}

async function expectKept(user: User, kept: string[]): Promise<void> {
  const there = await readLoadNumbers(user)
  expect(kept.filter((number) => !there.has(number))).toEqual([])
}

test('C30 S23 While the disk of a new folder is full for 60 s, users can read and log in', async () => {
  const disk = await mountDisk(130)
  const haulbook = await start({ dataDir: path.join(disk, 'data') })
  const user = await signIn(haulbook)
  const before = await addOne(user)
  const empty = await fill(disk, 6 * MB)
  const { kept, counts, message } = await work(haulbook, user, performance.now() + FULL_MS)
  process.stdout.write(`full for 60 s: ${JSON.stringify(counts)}\n`)
  expect(Object.keys(counts).toSorted()).toEqual(
    expect.arrayContaining(['login 200', 'read 200', 'ready 200', 'write 507']),
  )
  const failed = Object.keys(counts).filter((key) => !/200|write (201|507)/.test(key))
  expect(failed).toEqual([])
  expect(message).toMatch(/^The server's disk is full: \d+ MB is free, and \d+ MB more is needed/)
  expect(haulbook.child.exitCode).toBeNull()
  await empty()
  await expectKept(user, [before, ...kept, await addOne(user)])
  await stop(haulbook)
})

test('C30 Changes never fill the disk completely, and reading does not require deleting anything', async () => {
  const disk = await mountDisk(220)
  const haulbook = await start({ dataDir: path.join(disk, 'data') })
  const user = await signIn(haulbook)
  const kept: string[] = []
  let status = 201
  for (let tried = 0; tried < 20_000 && status === 201; tried++) {
    const load = noteLoad()
    ;({ status } = await user.post('/api/loads', load))
    if (status === 201) kept.push(load.loadId)
  }
  process.stdout.write(`${kept.length} loads until the disk was full\n`)
  expect(status).toBe(507)
  expect((await user.get('/api/loads?limit=50')).status).toBe(200)
  expect((await signIn(haulbook)).cookie).not.toBe('')
  await stop(haulbook)
})

test('C30 S23 A server that starts on a full disk serves reads, reports it, and recovers by itself', async () => {
  const disk = await mountDisk(130)
  const place = { dataDir: path.join(disk, 'data') }
  const first = await start(place)
  const kept = [await addOne(await signIn(first))]
  await pause(5_000)
  await stop(first)
  const empty = await fill(disk, 0)
  // The server starts twice, because the first start uses up the reserve.
  await stop(await start(place))
  const haulbook = await start(place)
  const user = await signIn(haulbook)
  expect((await user.post('/api/loads', makeLoad())).status).toBe(507)
  await expectKept(user, kept)
  expect(haulbook.output()).toMatch(/disk is full/)
  await empty()
  await expectKept(user, [...kept, await addOne(user)])
  await stop(haulbook)
})

test('C30 A new data folder on a full disk says how much space it needs', async () => {
  const disk = await mountDisk(130)
  await fill(disk, 6 * MB)
  const haulbook = launch({ dataDir: path.join(disk, 'data') })
  expect(await haulbook.ended).toMatchObject({ code: 1 })
  expect(haulbook.output()).toMatch(
    /disk .* is full: \d+ MB is free, and a new database needs 100 MB/,
  )
})

test('C30 C26 After another program fills the disk completely, the server recovers by itself', async () => {
  const disk = await mountDisk(130)
  const haulbook = await start({ dataDir: path.join(disk, 'data') })
  const user = await signIn(haulbook)
  const kept = [await addOne(user)]
  const statuses: Record<number, number> = {}
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    // Also fills the space that the released reserve frees.
    await appendFile(path.join(disk, 'ballast'), Buffer.alloc(8 * MB)).catch(() => undefined)
    const load = noteLoad()
    const { status } = await user.post('/api/loads', load)
    if (status === 201) kept.push(load.loadId)
    const read = await user.get('/api/loads?limit=50')
    statuses[read.status] = (statuses[read.status] ?? 0) + 1
  }
  process.stdout.write(`reads: ${JSON.stringify(statuses)}\n`)
  expect(statuses[0]).toBeUndefined()
  expect(haulbook.child.exitCode).toBeNull()
  await rm(path.join(disk, 'ballast'))
  await expectKept(user, [...kept, await addOne(user)])
  await stop(haulbook)
})
