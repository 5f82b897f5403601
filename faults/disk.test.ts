import { execFileSync } from 'node:child_process'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newFolder, start, stop } from './haulbook.ts'
import { enter, loadNumbers, newLoad } from './person.ts'

let mounted: string | undefined
afterAll(() => mounted && execFileSync('umount', ['-l', mounted]))

/** Mounts a disk that is small enough to fill. Needs root. */
async function mountSmallDisk(): Promise<string> {
  const folder = path.join(await newFolder(), 'disk')
  await mkdir(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', folder])
  mounted = folder
  return folder
}

async function fillUp(disk: string): Promise<string> {
  const file = path.join(disk, 'ballast')
  const { bavail, bsize } = await statfs(disk)
  await writeFile(file, Buffer.alloc(bavail * bsize - 256 * 1024)).catch(() => undefined)
  return file
}

test('S23 On a full disk writes fail with a message, reads continue, and the server recovers', async () => {
  const disk = await mountSmallDisk()
  const haulbook = await start({ dataDir: path.join(disk, 'data') })
  const person = await enter(haulbook)
  const kept: string[] = []
  const ballast = await fillUp(disk)
  let response = await person.get('/healthz')
  for (let tried = 0; tried < 3000 && response.status < 500; tried++) {
    const load = { ...newLoad(), notes: 'x'.repeat(9000) }
    response = await person.post('/api/loads', load)
    if (response.status === 201) kept.push(load.loadId)
  }
  process.stdout.write(`full: ${response.status} ${String(response.body.message)}\n`)
  expect([503, 507]).toContain(response.status)
  expect(response.body.message).toMatch(/disk|reach the database/)
  expect((await person.get('/healthz')).status).toBe(200)

  await rm(ballast)
  for (;;) {
    const load = newLoad()
    const { status } = await person.post('/api/loads', load)
    if (status !== 201) continue
    kept.push(load.loadId)
    break
  }
  const there = await loadNumbers(person)
  expect(kept.filter((number) => !there.has(number))).toEqual([])
  await stop(haulbook)
})
