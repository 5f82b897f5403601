import { expect, test } from 'vitest'
import { formLabels } from './form-labels.ts'

test('A2.lists.5 A8.entity.1 A8.entity.2 A new record has the labels of adding', () => {
  expect(formLabels('Driver', true)).toEqual({
    title: 'Add New Driver',
    save: 'Save',
    saved: 'Driver added successfully',
    failed: 'Failed to add driver',
  })
})

test('A2.lists.5 A8.entity.1 A8.entity.2 A stored record has the labels of editing', () => {
  expect(formLabels('Load', false)).toEqual({
    title: 'Edit Load',
    save: 'Save',
    saved: 'Load updated successfully',
    failed: 'Failed to update load',
  })
})
