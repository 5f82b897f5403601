import { expect, test } from 'vitest'
import { getEntity } from '#core/entities/entities.ts'
import {
  partlyDoneMessage,
  bulkLabel,
  bulkQuestion,
  describeUndo,
  doneMessage,
} from './bulk-labels.ts'

const loads = getEntity('loads')
const paid = { set: { paymentStatus: 'paid' } }

test('B63 The texts of a bulk change name the records', () => {
  expect(bulkQuestion(loads, paid, 3)).toBe('Change 3 loads')
  expect(bulkLabel(loads, paid, 1_200)).toBe('Update 1,200 Loads')
  expect(bulkLabel(loads, paid, 1)).toBe('Update 1 Load')
  expect(doneMessage(loads, paid, 3)).toBe('3 loads updated successfully')
  expect(partlyDoneMessage(loads, paid, 40)).toBe('40 loads were already updated.')
})

test('B63 The texts of a bulk deletion say delete', () => {
  const change = { delete: true } as const
  expect(bulkQuestion(loads, change, 3)).toBe('Are you sure you want to delete 3 loads?')
  expect(bulkLabel(loads, change, 3)).toBe('Delete')
  expect(partlyDoneMessage(loads, change, 1)).toBe('1 load was already deleted.')
})

test('C44 The finished part of a bulk change that stopped can be undone', () => {
  const offer = describeUndo(loads, paid, 'operation', 500)
  expect(offer).toMatchObject({
    title: '500 loads updated successfully',
    operation: 'operation',
  })
  expect(offer?.undone(3)).toBe('3 loads reverted')
  expect(describeUndo(loads, paid, 'operation', 0)).toBeUndefined()
})
