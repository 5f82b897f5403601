import { expect, test } from 'vitest'
import { createOutsideLimit } from './concurrency-limit.ts'

const limits = { perPerson: 1, perAccount: 3, overall: 4 }
const ann = { accountId: 'one', id: 'ann' }
const bob = { accountId: 'one', id: 'bob' }

test('S29 A slow download of one truck owner leaves downloads to the others', () => {
  const limit = createOutsideLimit('downloads', limits)
  const release = limit.take(ann)
  expect(() => limit.take(ann)).toThrow('Too many downloads in progress.')
  limit.take(bob)
  limit.take({ accountId: 'two', id: 'ann' })
  release()
  release()
  limit.take(ann)
  expect(() => limit.take(ann)).toThrow('Too many downloads in progress.')
})

test('S29 The truck owners and drivers of one account leave downloads to other accounts', () => {
  const limit = createOutsideLimit('downloads', limits)
  const releases = ['ann', 'bob', 'cid'].map((id) => limit.take({ accountId: 'one', id }))
  const dan = { accountId: 'one', id: 'dan' }
  expect(() => limit.take(dan)).toThrow('Too many downloads in progress.')
  limit.take({ accountId: 'two', id: 'dan' })
  expect(() => limit.take({ accountId: 'two', id: 'eve' })).toThrow('Too many downloads')
  releases[0]?.()
  // The rejected downloads hold no slot.
  limit.take(dan)
})
