import { expect, test } from 'vitest'
import { addSave, nameVersion } from './own-saves.ts'

test.each([
  ['/api/loads', { id: 7, version: 1 }, 'loads/7/1'],
  ['/api/loads/7', { id: 7, version: 3 }, 'loads/7/3'],
  ['/api/billing/7/approve', { id: 7, version: 4 }, 'billing/7/4'],
  ['/api/loads/bulk', { changed: 3 }, null],
  ['/api/logout', undefined, null],
])('B22 The response of %s %j is remembered as %s', (path, response, name) =>
  expect(nameVersion(path, response)).toBe(name),
)

test('B22 The newest hundred saves are remembered', () => {
  const saves = Array.from({ length: 101 }, (_, id) => `loads/${id}/1`)
  const kept = saves.reduce<string[]>(addSave, [])
  expect(kept).toHaveLength(100)
  expect(kept[0]).toBe('loads/1/1')
  expect(addSave(['a', 'b'], 'a')).toEqual(['b', 'a'])
})
