import { expect, test } from 'vitest'
import { ConnectionError } from '#server/database/prepare.ts'
import { describeWait, explainFailure, mayPass, readPlace } from './database-place.ts'

const PLACES = {
  app: readPlace('DATABASE_URL', 'postgresql://haulbook_app:secret@db:5432/haulbook'),
  owner: readPlace('DATABASE_OWNER_URL', 'postgresql://owner:secret@db:5432/haulbook'),
  dataDir: '/data',
}

function makeError(code: string, message = '', more = {}): Error {
  return Object.assign(new Error(message), { code, ...more })
}

test.each([
  ['postgresql://me@%2Frun%2Fdb:5432/books', '/run/db:5432', 'me', 'books'],
  ['postgresql:///books?host=/run/db', '/run/db', '', 'books'],
  ['postgresql://me:p%40ss@[::1]/books', '[::1]', 'me', 'books'],
])('C491 The place of %s is shown without its password', (url, place, user, database) => {
  expect(readPlace('DATABASE_URL', url)).toEqual({
    variable: 'DATABASE_URL',
    place,
    user,
    database,
  })
})

test.each([
  ['app', makeError('ECONNREFUSED'), 'DATABASE_URL (db:5432): nothing accepts connections there.'],
  ['app', makeError('ENOTFOUND'), 'DATABASE_URL (db:5432): the host name is unknown.'],
  ['app', new Error('timeout expired'), 'DATABASE_URL (db:5432): there is no response.'],
  ['app', makeError('53100'), 'DATABASE_URL (db:5432): the disk of the server is full.'],
  [
    'owner',
    makeError('28P01', 'password authentication failed for user "owner"'),
    'DATABASE_OWNER_URL (db:5432): the database rejects the user "owner": password authentication failed for user "owner".',
  ],
  [
    'app',
    makeError('3D000'),
    'DATABASE_URL (db:5432): there is no database "haulbook". Create it (createdb haulbook), or correct the name.',
  ],
  [
    'app',
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'DATABASE_URL (db:5432): the database asks for a password, and the address has none.',
  ],
  ['app', makeError('XX000', 'strange'), 'DATABASE_URL (db:5432): strange.'],
] as const)(
  'C491 A connection of the %s that fails with %s names its variable',
  (of, cause, text) => {
    expect(explainFailure(new ConnectionError(of, cause), PLACES)).toEqual(new Error(text))
  },
)

test('C491 A full disk names DATA_DIR, and other errors stay as they are', () => {
  expect(explainFailure(makeError('ENOSPC', 'no space left'), PLACES)).toEqual(
    new Error(
      'The disk of DATA_DIR (/data) is full. Free up space or set DATA_DIR to another disk.',
    ),
  )
  const other = new Error('The key is missing.')
  expect(explainFailure(other, PLACES)).toBe(other)
})

test('C490 A start tries again only what a later try can repair', () => {
  const passing = [
    makeError('ECONNREFUSED'),
    makeError('ENOENT', '', { syscall: 'connect' }),
    makeError('57P03'),
    makeError('53100'),
    makeError('EHOSTUNREACH'),
    new Error('Connection terminated due to connection timeout'),
  ]
  const final = [
    makeError('28P01'),
    makeError('3D000'),
    makeError('ENOENT', '', { syscall: 'open' }),
    new Error('DATABASE_URL and DATABASE_OWNER_URL name different databases.'),
  ]
  expect(passing.map(mayPass)).toEqual(passing.map(() => true))
  expect(final.map(mayPass)).toEqual(final.map(() => false))
})

test('C490 The start says which database it waits for, and why', () => {
  const error = new ConnectionError('owner', makeError('57P03'))
  expect(describeWait(error, PLACES)).toBe(
    'the database (DATABASE_OWNER_URL, db:5432): the server is starting or stopping',
  )
})
