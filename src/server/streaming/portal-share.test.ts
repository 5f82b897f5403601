import { expect, test } from 'vitest'
import { createLimit, createShare } from './concurrency-limit.ts'

test('S29 Downloads of truck owners and drivers leave one of the account to its office', () => {
  const whole = createLimit('exports', 2, 4)
  const share = createShare(whole, 'downloads', 1, 2)
  const release = share.take('one')
  expect(() => share.take('one')).toThrow('Too many downloads in progress.')
  const ofOffice = whole.take('one')
  release()
  whole.take('one')
  expect(() => share.take('one')).toThrow('Too many exports in progress.')
  ofOffice()
  share.take('one')()
  release()
  share.take('one')()
})
