/** Checks what a distribution, and the server after it, needs (SPEC C263). Changes nothing. */
import type pg from 'pg'
import { listMigrations } from '#server/database/backup/catalog.ts'
import { listMigrationFiles } from '#server/database/migrate.ts'
import { hasCitus, listWorkers, runOnWorkers } from './citus.ts'
import { countWorkersBehind } from './numbering.ts'
import { describeSettings, findWrongSettings, type Roles } from './role-settings.ts'
import { readState, type DistributionState } from './state.ts'

export type Readiness = {
  workers: string[]
  /** The state; undefined without Citus or without Haulbook's tables. */
  state: DistributionState | undefined
  /** Needs that must be met before anything is distributed. */
  missing: Need[]
  /** Steps that only a distribution does. */
  left: string[]
  /** Needs that must be met before an account is moved. */
  advice: Need[]
}

/** What is wrong, and the statements or steps that help. */
export type Need = { what: string; remedy: string[] }

export async function readReadiness(session: pg.Client, roles: Roles): Promise<Readiness> {
  const missing: Need[] = []
  const none = { workers: [], state: undefined, missing, left: [], advice: [] }
  if (!(await hasCitus(session))) {
    const remedy = ['create extension citus;']
    missing.push({ what: 'The database has no Citus extension.', remedy })
    return none
  }
  const workers = await listWorkers(session)
  missing.push(...(await findNodeNeeds(session, workers)))
  missing.push(...(await findSettingNeeds(session, roles)))
  const advice = await findAdvice(session, roles)
  const migrations = await findMigrationNeeds(session)
  missing.push(...migrations)
  if (migrations.length) return { ...none, workers, advice }
  const state = await readState(session)
  for (const what of state.rejections) missing.push({ what: `Citus rejects ${what}`, remedy: [] })
  if (!workers.length) return { ...none, workers, state, advice }
  return { workers, state, missing, left: await listLeft(session, state), advice }
}

async function findNodeNeeds(session: pg.Client, workers: string[]): Promise<Need[]> {
  const needs: Need[] = []
  if (!workers.length) {
    const remedy = [
      "select citus_set_coordinator_host('db1.example.com');",
      "select citus_add_node('db2.example.com', 5432);",
    ]
    needs.push({ what: 'The cluster has no worker.', remedy })
  }
  const { rows } = await session.query<{ node: string }>(`
    select nodename || ':' || nodeport as node from pg_dist_node
    where noderole = 'primary' and groupid > 0 and not (isactive and hasmetadata and metadatasynced) order by 1`)
  for (const { node } of rows) {
    const remedy = ['select start_metadata_sync_to_all_nodes();']
    needs.push({ what: `The worker ${node} is not active or does not know the tables.`, remedy })
  }
  return needs
}

async function findMigrationNeeds(session: pg.Client): Promise<Need[]> {
  const [done, files] = [await listMigrations(session), await listMigrationFiles()]
  if (done.toSorted().join() === files.join()) return []
  const what = done.length
    ? 'The tables are of another version of Haulbook.'
    : 'The database has no tables of Haulbook.'
  return [{ what, remedy: ['Start this version once and stop it, or restore a backup.'] }]
}

async function findSettingNeeds(session: pg.Client, roles: Roles): Promise<Need[]> {
  const needs = new Map<string, Need>()
  for (const settings of await findWrongSettings(session, roles)) {
    const remedy = describeSettings(session, settings)
    const same = needs.get(remedy.join())
    const where = same ? `${same.what}, ${settings.node}` : settings.node
    needs.set(remedy.join(), { what: where, remedy })
  }
  return [...needs.values()].map(({ what, remedy }) => ({
    what: `Settings of roles on ${what}. Run on each of them, as the administrator:`,
    remedy,
  }))
}

async function listLeft(session: pg.Client, state: DistributionState): Promise<string[]> {
  const { reference, distributed } = state.pending
  const behind = await countWorkersBehind(session)
  const left: [number, string][] = [
    [reference.length, `to copy to every node: ${reference.join(' ')}`],
    [distributed.length, `to distribute by account: ${distributed.join(' ')}`],
    [state.pendingFunctions.length, 'functions that the workers do not have'],
    [behind, "sequences of workers that are behind their tables' ids"],
  ]
  return left.filter(([count]) => count).map(([count, what]) => `${count} ${what}`)
}

/** Asks every node for a setting. Nodes without the setting are left out. Null: the owner may not read it. */
async function readSetting(session: pg.Client, name: string): Promise<string[] | null> {
  const statement = `select coalesce(current_setting('${name}', true), '') as result`
  try {
    const { rows } = await session.query<{ result: string }>(statement)
    const results = [...rows, ...(await runOnWorkers(session, statement))]
    return results.map(({ result }) => result).filter(Boolean)
  } catch (error) {
    if (error instanceof Error && /pg_read_all_settings/.test(error.message)) return null
    throw error
  }
}

/** What moving an account to another worker needs on every node. */
async function findAdvice(session: pg.Client, { owner }: Roles): Promise<Need[]> {
  const advice: Need[] = []
  if ((await readSetting(session, 'wal_level'))?.some((value) => value !== 'logical')) {
    const remedy = ["alter system set wal_level = 'logical'; -- on each node, then restart it"]
    advice.push({
      what: 'Accounts cannot be moved without stopping their work: wal_level.',
      remedy,
    })
  }
  const plugins = await readSetting(session, 'output_plugin_libraries')
  if (!plugins) {
    const remedy = [
      `grant pg_read_all_settings to ${session.escapeIdentifier(owner)}; -- on each node, to know it`,
    ]
    advice.push({ what: 'It is not known whether output_plugin_libraries has citus.', remedy })
  }
  if (plugins?.some((value) => !/(^|[\s,'"])citus($|[\s,'"])/.test(value))) {
    const remedy = [
      "alter system set output_plugin_libraries = 'pgoutput', 'citus', 'citus_pgoutput'; -- on each node",
    ]
    advice.push({ what: 'Accounts cannot be moved: output_plugin_libraries lacks citus.', remedy })
  }
  return advice
}
