/** Checks the statements that the app sent in all test files of the run. It runs after them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open.ts'
import { freshDatabase } from '#server/testing/test-database.ts'
import { findDirectInserts, findStatementsBeyondAccount } from './account-plans.ts'
import { readRecorded } from './recorded-statements.ts'
import { findSessionState } from './session-state.ts'
import { planStatements, type Plan } from './statement-plans.ts'
import type { Watched } from './statement-watch.ts'
import { findForeignTables } from './table-borders.ts'

const database = openDatabase(await freshDatabase(), () => undefined)
let watched: Watched
let plans: Map<string, Plan>

beforeAll(async () => {
  watched = await readRecorded()
  plans = await planStatements(database, watched.keys())
})
afterAll(() => database.destroy())

test('Every statement names its account', async () => {
  expect(await findStatementsBeyondAccount(database, plans)).toEqual([])
})

test('C400 An insert that reads a table of accounts reads it in a subquery', () => {
  expect(findDirectInserts(watched.keys())).toEqual([])
})

test('A feature reads and changes its own tables only', () => {
  expect(findForeignTables(plans, watched)).toEqual([])
})

test('A statement leaves no state in its session', () => {
  expect(findSessionState(watched.keys())).toEqual([])
})
