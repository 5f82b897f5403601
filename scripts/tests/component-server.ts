/** The real server for the component tests of a run. Each test signs up a separate account. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { startServer, type RunningServer } from '#e2e/server.ts'
import { openDatabase } from '#server/database/open.ts'
import { TEMPLATE, urlOfDatabase } from '#server/testing/database-names.ts'

/** `databases`: the address of the test databases' server. Call it after the template is made. */
export async function startComponentServer(databases: string): Promise<RunningServer> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(databases, () => undefined)
  const copy = sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)} strategy file_copy`
  await copy.execute(maintenance)
  await maintenance.destroy()
  // Each account is signed up from another address: one address may sign up only a few.
  return startServer(urlOfDatabase(databases, name), undefined, { TRUST_PROXY: '1' })
}
