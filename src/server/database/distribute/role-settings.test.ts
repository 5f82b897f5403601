import { expect, test } from 'vitest'
import { withSession } from '#server/database/backup/session.ts'
import { citusDatabase } from '#server/testing/citus-double/citus-database.ts'
import { findMissingSettings } from './role-settings.ts'

test('C263 A setting counts in any notation, but not with another value', async () => {
  const { connection, roles } = await citusDatabase()
  const set = (change: string) =>
    withSession(connection, async (session) => {
      const database = new URL(connection).pathname.slice(1)
      await session.query(`alter role ${roles.app} in database ${database} set ${change}`)
      const missing = await findMissingSettings(session, roles)
      return missing.map(({ role, name, value }) => `${role} ${name}=${value}`)
    })
  expect(await set("datestyle = 'ISO, YMD'")).toEqual([])
  expect(await set('jit = false')).toEqual([])
  expect(await set("timezone = 'America/Denver'")).toEqual([`${roles.app} timezone=UTC`])
})
