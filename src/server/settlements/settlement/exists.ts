import { sql } from 'kysely'
import { defineNamed } from '#server/database/named/named-statements.ts'
import type { Database, Work } from '#server/database/open.ts'

type Key = { userId: string; id: number }

const find = (table: string) =>
  defineNamed<Key, object>(
    ['userId', 'id'],
    ({ userId, id }) =>
      sql`select from ${sql.table(table)} where user_id = ${userId} and id = ${id}`,
  )

const finds = {
  trucks: find('trucks'),
  owners: find('owners'),
  drivers: find('drivers'),
  loads: find('loads'),
}

export function truckExists(work: Database | Work, userId: string, id: number): Promise<boolean> {
  return recordExists(work, 'trucks', userId, id)
}

export async function recordExists(
  work: Database | Work,
  table: keyof typeof finds,
  userId: string,
  id: number,
): Promise<boolean> {
  return (await finds[table](work, { userId, id })).length > 0
}
