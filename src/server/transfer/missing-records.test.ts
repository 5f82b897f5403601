/** The names of a file that no record has (SPEC C435). */
import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import { createMissingRecords } from './missing-records.ts'

test('C435 Other requests run while the names of a batch are looked for', async () => {
  let others = 0
  const missing = createMissingRecords({
    operation: { id: 'x', userId: 'y' },
    entity: getEntity('loads'),
    columns: ['brokerId'],
    create: [],
    same: new Map(),
    work: undefined,
    links: {
      find: () => ({ message: '' }),
      has: () => false,
      suggest: () => {
        setImmediate(() => others++)
        return null
      },
      add: () => {},
      listSame: () => [],
      isUnpayableTruck: () => false,
    },
  })
  await missing.prepare(Array.from({ length: 200 }, (_, at) => ({ line: at, cells: [`B${at}`] })))
  expect(others).toBeGreaterThan(100)
  expect(missing.list()).toMatchObject([{ entity: 'brokers', count: 200 }])
})
