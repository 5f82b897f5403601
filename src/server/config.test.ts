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
