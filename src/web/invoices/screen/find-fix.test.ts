import { expect, test } from 'vitest'
import { findFix } from './find-fix.ts'

const load = { id: 7, brokerId: 3, brokerName: 'Acme' }

test.each([
  ['Acme has no address or email', '/brokers?edit=3'],
  ['No broker', '/loads?edit=7'],
  ['No rate', '/loads?edit=7'],
  ['Detention not approved by the broker', '/loads?edit=7'],
  ['No BOL, no Lumper Receipt', '/loads/7'],
  ['The rate confirmation has a different total', '/loads/7'],
])('C173 The reason “%s” links to %s', (reason, address) => {
  expect(findFix(load, reason)).toBe(address)
})
