import { expect, test } from 'vitest'
import { distinguishNames } from './distinguish-names.ts'

test('C85 Members with the same name are shown with their email', () => {
  const people = [
    { name: 'Ann Lee', email: 'ann@example.com' },
    { name: 'ann lee', email: 'lee@example.com' },
    { name: 'Bob', email: 'bob@example.com' },
    { name: 'eve@example.com', email: 'eve@example.com' },
  ]
  expect(distinguishNames(people).map(({ name }) => name)).toEqual([
    'Ann Lee (ann@example.com)',
    'ann lee (lee@example.com)',
    'Bob',
    'eve@example.com',
  ])
})
