import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { command, kill, launch, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { signIn } from './user.ts'

const DRIVERS = 8_000
const KILLS = 10

test('S13 S20 A key rotation killed ten times leaves every bank detail readable', async () => {
  const place = { dataDir: await newFolder() }
  const keyFile = () => readFile(path.join(place.dataDir, 'encryption.key'), 'utf8')
  const first = await start(place)
  await importDrivers(first)
  await stop(first)
  const before = await keyFile()
  const lines = new Set<number>()
  for (let round = 0; round < KILLS; round++) {
    const rotating = launch(place, 'scripts/rotate-key.ts')
    await pause(500 + round * 90)
    await kill(rotating)
    lines.add((await keyFile()).trim().split('\n').length)
    if (round % 3 === 2) await expectEveryDetail(place)
  }
  expect(await command(place, 'rotate-key')).toContain('encrypted with the new key')
  expect((await keyFile()).trim().split('\n')).toHaveLength(1)
  expect(await keyFile()).not.toBe(before)
  expect(await readFile(path.join(place.dataDir, 'encryption.key.old'), 'utf8')).toContain(before)
  await expectEveryDetail(place)
  process.stdout.write(`keys in the file after a kill: ${[...lines].join(', ')}\n`)
})

test('S13 S22 The key of a running server cannot be changed', async () => {
  const place = { dataDir: await newFolder() }
  const haulbook = await start(place)
  await expect(command(place, 'rotate-key')).rejects.toThrow(`process ${haulbook.child.pid}`)
  await stop(haulbook)
})

async function importDrivers(haulbook: Haulbook): Promise<void> {
  const { cookie } = await signIn(haulbook)
  const head =
    'Name,Phone,Email,Address,License #,License State,License Expiry,Payment Method,Bank Details\n'
  const line = (n: number) => `D-${n},1,d@example.com,a,L-${n},TX,2030-01-01,cash,Bank ${n}\n`
  const response = await fetch(`${haulbook.url}/api/drivers/import`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie },
    body: head + Array.from({ length: DRIVERS }, (_, n) => line(n)).join(''),
  })
  expect(response.status, await response.text()).toBe(201)
}

async function expectEveryDetail(place: { dataDir: string }): Promise<void> {
  const haulbook = await start(place)
  const { body } = await (await signIn(haulbook)).get('/api/drivers')
  const drivers = body as unknown as { name: string; bankDetails: string }[]
  expect(drivers).toHaveLength(DRIVERS)
  const wrong = drivers.filter(
    ({ name, bankDetails }) => bankDetails !== name.replace('D-', 'Bank '),
  )
  expect(wrong).toEqual([])
  await stop(haulbook)
}
