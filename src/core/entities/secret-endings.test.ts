import { expect, test } from 'vitest'
import { UNREADABLE } from '#core/fields/fields.ts'
import { entities } from './entities.ts'
import { listEndings } from './secret-endings.ts'

test.each([
  ['the last four', '12-3456789', 'Routing 021000021\nAccount 12345678', '6789', '5678'],
  ['nothing of a short value', '12-34', 'Check', '', ''],
  ['nothing of an unreadable value', UNREADABLE, UNREADABLE, '', ''],
  ['that nothing is on file', null, '', null, null],
])('C73 A record page shows %s', (_, taxId, bankDetails, taxEnding, bankEnding) => {
  const record = { name: 'Ann', taxId, bankDetails }
  expect(listEndings(entities.owners.fields, record)).toEqual({
    taxId: taxEnding,
    bankDetails: bankEnding,
  })
})

test('C73 A record without secret fields has no endings', () => {
  expect(listEndings(entities.loads.fields, { loadId: '7' })).toEqual({})
})
