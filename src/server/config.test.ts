import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('C28 A DATA_DIR with a line break is rejected and shown', () => {
  expect(() => readConfig({ DATA_DIR: '/tmp/a\nb' })).toThrow(
    'DATA_DIR must not contain a line break: "/tmp/a\\nb"',
  )
  expect(readConfig({ DATA_DIR: '/tmp/a b' }).dataDir).toBe('/tmp/a b')
})

test('C28 Messages name the command that the user ran', () => {
  const commands = [{}, { npm_lifecycle_event: 'start' }, { npm_lifecycle_event: 'demo' }]
  expect(commands.map((environment) => readConfig(environment).command)).toEqual([
    'npm start',
    'npm start',
    'npm run demo',
  ])
})

test.each([
  ['http://db/haulbook', 'not "http://db/haulbook"'],
  ['db.example.com', 'not "db.example.com"'],
  [
    'postgresql://me:se#cret@db/haulbook',
    'not "postgresql://me:…@db/haulbook". In a user name or password, write @ : / # as %40 %3A %2F %23',
  ],
])('C491 A wrong database address names its variable without the password: %s', (url, end) => {
  for (const variable of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
    expect(() => readConfig({ [variable]: url })).toThrow(
      `${variable} must be an address such as postgresql://user:password@db.example.com:5432/haulbook, ${end}`,
    )
})

test('C491 A wrong LOG_LEVEL is named with the levels that exist', () => {
  expect(() => readConfig({ LOG_LEVEL: 'loud' })).toThrow(
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
  )
  expect(readConfig({ LOG_LEVEL: 'info' }).logLevel).toBe('info')
})
