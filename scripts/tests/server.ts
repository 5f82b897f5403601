/** Starts the real server for the component tests of a run. Each test signs up an account of its own. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { startServer } from '#e2e/server.ts'
import { openDatabase } from '#server/database/open.ts'
import { TEMPLATE, urlOfDatabase } from '#server/testing/database-names.ts'
import type {} from '#server/testing/provided.ts'

/** Runs after `database.ts`, which makes the template. */
export default async function setup(project: TestProject) {
  const databases = project.getProvidedContext().databaseServer
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const maintenance = openDatabase(databases, () => undefined)
  await sql`create database ${sql.id(name)} template ${sql.id(TEMPLATE)} strategy file_copy`.execute(
    maintenance,
  )
  await maintenance.destroy()
  // Each account is signed up from another address: one address may sign up only a few.
  const server = await startServer(urlOfDatabase(databases, name), undefined, { TRUST_PROXY: '1' })
  project.provide('componentServer', server.url)
  return () => server.stop()
}
