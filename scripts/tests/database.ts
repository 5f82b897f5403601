/**
 * Starts one PostgreSQL for a run of the tests: the embedded one in a temporary folder, or the server at
 * TEST_DATABASE_URL. Each test file copies its database from a migrated template.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open.ts'
import { grantAppRole } from '#server/database/prepare.ts'
import { TEST_APP_ROLE, urlOfDatabase, TEMPLATE } from '#server/testing/database-names.ts'
import { startComponentServer } from './component-server.ts'
import { endLeftovers, endServerIn, FOLDER_PREFIX } from './leftovers.ts'
import { findTestFolder } from './test-folder.ts'

export default async function setup(project: TestProject) {
  // The fault tests start their own.
  if (project.vitest.projects.every(({ name }) => name === 'faults')) return
  const statements = await mkdtemp(path.join(tmpdir(), 'haulbook-statements-'))
  project.provide('recordedStatements', statements)
  const external = process.env.TEST_DATABASE_URL || undefined
  const embedded = external === undefined ? await startOwn() : undefined
  const server = external ?? embedded?.url ?? ''
  await makeTemplate(server)
  project.provide('databaseServer', server)
  const hasComponents = project.vitest.projects.some(({ name }) => name === 'components')
  const components = hasComponents ? await startComponentServer(server) : undefined
  if (components) project.provide('componentServer', components.url)
  return async () => {
    await components?.stop()
    await rm(statements, { recursive: true })
    await (embedded ? embedded.stop() : dropRemaining(server))
  }
}

/** Drops the databases of workers that ended. */
async function dropRemaining(server: string): Promise<void> {
  const maintenance = openDatabase(server, ignoreLoss)
  const { rows } = await sql<{ name: string }>`select datname as name from pg_database
    where datname ~ '^test_[0-9a-f]{32}$'`.execute(maintenance)
  for (const { name } of rows)
    await sql`drop database ${sql.id(name)} with (force)`.execute(maintenance)
  await maintenance.destroy()
}

async function startOwn() {
  const { startEmbedded } = await import('#server/database/embedded/embedded.ts')
  endLeftovers()
  const folder = await mkdtemp(path.join(findTestFolder(), FOLDER_PREFIX))
  const endAtOnce = () => endServerIn(folder)
  process.once('exit', endAtOnce)
  const embedded = await startEmbedded(folder)
  const { host, port, user, database } = embedded.connection
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`
  await stopWaitingForDisk(url)
  return {
    url,
    async stop() {
      await embedded.stop()
      process.off('exit', endAtOnce)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The data is thrown away. Tests of crashes start their own servers with the product's settings. */
async function stopWaitingForDisk(server: string): Promise<void> {
  const maintenance = openDatabase(server, ignoreLoss)
  const off = ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']
  const settings = [...off.map((name) => [name, 'off']), ['max_wal_size', '4GB']]
  for (const [name = '', value] of settings)
    await sql`alter system set ${sql.id(name)} = ${sql.lit(value)}`.execute(maintenance)
  await sql`select pg_reload_conf()`.execute(maintenance)
  await maintenance.destroy()
}

async function makeTemplate(server: string): Promise<void> {
  const maintenance = openDatabase(server, ignoreLoss)
  await sql`do $$ begin create role ${sql.id(TEST_APP_ROLE)} login password ${sql.lit(TEST_APP_ROLE)};
    exception when duplicate_object then null; end $$`.execute(maintenance)
  await sql`drop database if exists ${sql.id(TEMPLATE)}`.execute(maintenance)
  await sql`create database ${sql.id(TEMPLATE)}`.execute(maintenance)
  await maintenance.destroy()
  const address = urlOfDatabase(server, TEMPLATE)
  await migrate(address)
  const template = openDatabase(address, ignoreLoss)
  await grantAppRole(template, TEST_APP_ROLE)
  await template.destroy()
}

function ignoreLoss(): void {
  // The server stops at the end of the run, when no test uses it.
}
