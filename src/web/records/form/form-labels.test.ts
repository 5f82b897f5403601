import { expect, test } from 'vitest'
import { formLabels } from './form-labels.ts'

test('A2.lists.5 A8.entity.1 A8.entity.2 The form of a new record has the texts for adding', () => {
  expect(formLabels('Driver', true)).toEqual({
    title: 'Add New Driver',
    save: 'Save',
    saved: 'Driver added successfully',
    failed: 'Failed to add driver',
  })
})

test('A2.lists.5 A8.entity.1 A8.entity.2 The form of a stored record has the texts for editing', () => {
  expect(formLabels('Load', false)).toEqual({
    title: 'Edit Load',
    save: 'Save',
    saved: 'Load updated successfully',
    failed: 'Failed to update load',
  })
})
