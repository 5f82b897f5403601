import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { takeZoneRead } from './watch-zone.ts'

const NOON = Date.UTC(2026, 10, 22, 12)

function readsZone(use: () => unknown): boolean {
  takeZoneRead()
  use()
  return takeZoneRead()
}

test.each<[string, () => unknown]>([
  ['Date()', () => Date()],
  ['a time by its parts', () => new Date(2026, 10, 22)],
  ['a time without a zone', () => new Date('2026-11-22T12:00')],
  ['an American day', () => Date.parse('11-22-2026')],
  ['the local day', () => new Date(NOON).getDate()],
  ['a time by its own constructor', () => new (new Date(NOON).constructor as typeof Date)(2026, 1)],
  ['a changed hour', () => new Date(NOON).setHours(1)],
  ['a Date as text', () => `${new Date(NOON)}`],
  ['the offset', () => new Date(NOON).getTimezoneOffset()],
  ['a printed time', () => new Date(NOON).toLocaleString('en-US')],
  ['a format', () => Intl.DateTimeFormat('en-US')],
  ['the name of the zone', () => new Intl.DateTimeFormat().resolvedOptions().timeZone],
  ['the day of Temporal', () => useTemporal('plainDateISO')],
  ['the zone of Temporal', () => useTemporal('timeZoneId')],
  ['another process', () => execFileSync(process.execPath, ['--version'])],
])('A test that uses %s also runs in the second time zone', (_, use) => {
  expect(readsZone(use)).toBe(true)
})

test.each<[string, () => unknown]>([
  ['the clock', () => new Date().getTime() + Date.now()],
  ['a day', () => new Date('2026-11-22').toISOString()],
  ['a time with a zone', () => new Date('2026-11-22 07:03:39.123+00').getUTCDate()],
  ['an HTTP date', () => Date.parse(new Date(NOON).toUTCString())],
  ['a copied Date', () => new Date(new Date(NOON)) instanceof Date],
  ['a format in a given zone', () => Intl.DateTimeFormat('en-US', { timeZone: 'UTC' })],
  ['a time printed for a zone', () => new Date(NOON).toLocaleString('en-US', { timeZone: 'UTC' })],
  ['a number as text', () => (1234).toLocaleString('en-US')],
])('A test that uses only %s runs in one time zone', (_, use) => {
  expect(readsZone(use)).toBe(false)
})

test('A test whose worker thread reads the zone also runs in the second time zone', async () => {
  takeZoneRead()
  const script = 'data:text/javascript,setImmediate(() => new Date(0).getHours())'
  await once(new Worker(new URL(script)), 'exit')
  expect(takeZoneRead()).toBe(true)
})

function useTemporal(name: string): unknown {
  const { Now: now } = Reflect.get(globalThis, 'Temporal') as { Now: Record<string, () => unknown> }
  return now[name]?.()
}
