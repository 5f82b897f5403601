import { beforeEach, expect, test, vi } from 'vitest'
import { readOwn, setStorageOwner, storeOwn } from './own-storage.ts'

const ANN = { id: 'ann', account: { id: 'a' } }
const BEN = { id: 'ben', account: { id: 'a' } }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => {
    setStorageOwner(null)
    vi.unstubAllGlobals()
  }
})

test('C67 A choice in a browser is kept for its person and account', () => {
  setStorageOwner(ANN)
  storeOwn('columns.loads', 'loadId,truckId')
  setStorageOwner(BEN)
  expect(readOwn('columns.loads')).toBe('')
  setStorageOwner({ ...ANN, account: { id: 'b' } })
  expect(readOwn('columns.loads')).toBe('')
  setStorageOwner(ANN)
  expect(readOwn('columns.loads')).toBe('loadId,truckId')
  storeOwn('columns.loads', '')
  expect(readOwn('columns.loads')).toBe('')
})

test('C67 Without storage, nothing is kept and nothing fails', () => {
  vi.stubGlobal('localStorage', undefined)
  setStorageOwner(ANN)
  storeOwn('columns.loads', 'loadId')
  expect(readOwn('columns.loads')).toBe('')
})
