import { expect, test } from 'vitest'
import { giveNewKey, testApp } from '#server/testing/test-app.ts'
import { isHashOf, openPendingLogin, sealPendingLogin } from './pending-login.ts'

const { database } = await testApp()
const ID = '11111111-2222-4333-8444-555555555555'
const NOW = 1_790_000_000_000
const person = { id: ID, password: '$argon2id$stored' }
const seconds = (count: number) => NOW + count * 1000

test.each([
  [-61, false],
  [-59, true],
  [0, true],
  [299, true],
  [300, false],
])('C76 %i seconds after the password the login can be continued: %s', (later, expected) => {
  const token = sealPendingLogin(database, person, NOW)
  const opened = openPendingLogin(database, token, seconds(later))
  expect(opened !== undefined).toBe(expected)
})

test('C76 C35 A login in progress is bound to the person and the stored password hash', () => {
  const token = sealPendingLogin(database, person, NOW)
  const opened = openPendingLogin(database, token, NOW)
  expect(opened?.personId).toBe(ID)
  expect(opened && isHashOf(opened, person.password)).toBe(true)
  expect(opened && isHashOf(opened, '$argon2id$changed')).toBe(false)
  expect(token).not.toContain('argon2id')
  const moved = token.replace(ID, ID.replace('1', '2'))
  expect(openPendingLogin(database, moved, NOW)).toBeUndefined()
})

test.each(['', 'x', `${ID}.`, `${ID}.AAAA`, '.', `${ID}.${'A'.repeat(80)}`])(
  'C76 A login can\'t be continued with the cookie "%s"',
  (token) => {
    expect(openPendingLogin(database, token, NOW)).toBeUndefined()
  },
)

test('C76 A login in progress ends when the encryption key changes', async () => {
  const token = sealPendingLogin(database, person, NOW)
  await giveNewKey(database)
  expect(openPendingLogin(database, token, NOW)).toBeUndefined()
})
