import { expect, test } from 'vitest'
import { createLimit } from './concurrency-limit.ts'

const limits = { what: 'downloads', perPerson: 1, perAccount: 3, overall: 5 }

test('S29 A slow download of one truck owner leaves downloads to the others', () => {
  const limit = createLimit(limits)
  const release = limit.take('one', 'ann')
  expect(() => limit.take('one', 'ann')).toThrow('Too many downloads in progress.')
  limit.take('one', 'bob')
  limit.take('two', 'ann')
  release()
  release()
  limit.take('one', 'ann')
  expect(() => limit.take('one', 'ann')).toThrow('Too many downloads in progress.')
})

test('C497 The last place is for an account that has none', () => {
  const limit = createLimit({ what: 'uploads', perAccount: 3, overall: 4 })
  const releases = ['one', 'one', 'two'].map((id) => limit.take(id))
  expect(() => limit.take('one')).toThrow('Too many uploads in progress.')
  expect(() => limit.take('two')).toThrow('Too many uploads in progress.')
  limit.take('three')
  releases[2]?.()
  limit.take('two')
})

test('S29 The truck owners and drivers of one account leave downloads to other accounts', () => {
  const limit = createLimit(limits)
  const releases = ['ann', 'bob', 'cid'].map((id) => limit.take('one', id))
  expect(() => limit.take('one', 'dan')).toThrow('Too many downloads in progress.')
  limit.take('two', 'dan')
  expect(() => limit.take('two', 'eve')).toThrow('Too many downloads')
  releases[0]?.()
  // The rejected downloads hold no slot.
  limit.take('one', 'dan')
})
