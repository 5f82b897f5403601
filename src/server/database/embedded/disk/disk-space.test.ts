import { mkdtemp, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDiskSpace, type DiskSpace } from './disk-space.ts'
import { MB } from './limits.ts'

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  return { ...original, statfs: vi.fn() }
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haulbook-disk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** From now on, the disk of 100 GB reports this much free space. */
function leave(megabytes: number): void {
  const size = { bavail: megabytes, bsize: MB, blocks: 100_000 }
  vi.mocked(statfs).mockResolvedValue(size as Awaited<ReturnType<typeof statfs>>)
}

/** Opens the disk of the folder, as if the folder were an existing cluster. */
function open(): Promise<DiskSpace> {
  return openDiskSpace(folder, folder)
}

test('C30 Changes are rejected while less than 64 MB is free in addition to the reserve', async () => {
  leave(64 + 64)
  expect((await open()).findShortage(100)).toBeUndefined()
  leave(64 + 63)
  const full = await open()
  expect(full.isFull()).toBe(true)
  expect(full.findShortage(100)).toMatch(
    /^The server's disk is full: 127 MB is free, and 5 MB more is needed\./,
  )
})

test('C30 A large file is rejected before it fills the disk', async () => {
  leave(500)
  const disk = await open()
  expect(disk.findShortage(MB)).toBeUndefined()
  expect(disk.findShortage(30 * MB)).toMatch(/372 MB can be used, and up to 600 MB may be needed/)
})

test('C30 The reserve is made step by step and removed when little is free', async () => {
  const reserve = path.join(folder, 'haulbook.reserve')
  const address = { host: folder, port: 1, user: 'none', database: 'none' }
  leave(1_000)
  const lines: string[] = []
  const disk = await open()
  disk.watch(address, (line) => lines.push(line))
  await expect.poll(async () => (await stat(reserve)).size).toBe(64 * MB)
  leave(6)
  await expect.poll(async () => (await stat(reserve)).size).toBe(4 * MB)
  // The file shrinks before the check ends, so wait for the line of that check.
  await expect.poll(() => lines.length).toBe(1)
  expect(disk.isFull()).toBe(true)
  leave(1_000)
  await expect.poll(async () => (await stat(reserve)).size).toBe(64 * MB)
  await expect.poll(() => lines.length).toBe(2)
  disk.stop()
  expect(lines).toEqual([
    expect.stringMatching(/disk is full.* Changes are rejected\.$/),
    'The disk has space again.',
  ])
})

test('C30 Before a start on a full disk the whole reserve is removed if it must be', async () => {
  leave(0)
  const disk = await open()
  await expect(disk.release()).rejects.toThrow(/PostgreSQL can't start without 4 MB/)
  await expect(stat(path.join(folder, 'haulbook.reserve'))).rejects.toThrow(/ENOENT/)
})

test('C30 A new database on a full disk says how much it needs', async () => {
  leave(6)
  await expect(openDiskSpace(folder, path.join(folder, 'missing'))).rejects.toThrow(
    /6 MB is free, and a new database needs 100 MB/,
  )
})
