import { expect, test } from 'vitest'
import { normalizePath } from './paths.ts'

test.each([
  ['/', '/'],
  ['/DRIVERS', '/drivers'],
  ['/Loads/', '/loads'],
  ['/settlements//', '/settlements'],
])('A2.access.5 The path %s equals %s', (pathname, path) => {
  expect(normalizePath(pathname)).toBe(path)
})
