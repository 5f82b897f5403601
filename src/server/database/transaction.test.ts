import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
import { constraintOf, stripConstraintName } from './transaction.ts'

const { database } = await testApp()

/** Citus returns the code and the message of an error, but not the name of the constraint. */
async function failWithoutName(statement: string): Promise<Error> {
  const error = await sql
    .raw(statement)
    .execute(database)
    .then(
      () => new Error('no error'),
      (caught: unknown) => caught,
    )
  return Object.assign(error as Error, { constraint: undefined })
}

const OTHERS = `insert into statement_numbers (user_id, last) values ('00000000-0000-0000-0000-000000000009', 1)`
const RAISE = (
  message: string,
) => `do $$ begin raise exception '${message}' using errcode = 'check_violation',
  constraint = 'loads_much'; end $$`

test.each([
  [OTHERS, 'statement_numbers_user_id_fkey'],
  ["insert into encryption_keys (id) values ('abc'), ('abc')", 'encryption_keys_pkey'],
  [RAISE('loads_much: more than there is'), 'loads_much'],
])(
  'C258 The constraint of an error without its name is found in the message: %s',
  async (statement, name) => {
    const error = await failWithoutName(statement)
    expect(constraintOf(error)).toBe(name)
  },
)

test.each([
  [
    'duplicate key value violates unique constraint "trucks_truck_id_key_102214"',
    '23505',
    'trucks_truck_id_key',
  ],
  ['duplicate key value violates unique constraint "a_2026"', '23505', 'a_2026'],
  ['expenses_rule_total: rule 7 has deducted 2 of 1', '23514', 'expenses_rule_total'],
  ['note: a syntax error', '42601', ''],
  ['null value in column "a" violates not-null constraint', '23502', ''],
])('C258 %s (%s) → %j', (message, code, constraint) => {
  expect(constraintOf(Object.assign(new Error(message), { code }))).toBe(constraint)
})

test('C258 The name of the constraint is left out of the words of an error', () => {
  expect(stripConstraintName(new Error('loads_invoiced: L-1: b'))).toBe('L-1: b')
})
