/** Settings of the roles. Citus opens its own connections to the workers, and a session's settings do not reach them. */
import type pg from 'pg'
import { withSession } from '#server/database/backup/session.ts'
import { LONGEST_STATEMENT_MS, SESSION_OPTIONS, type Connection } from '#server/database/open.ts'
import { runOnWorkers } from './citus.ts'

/** The roles of the two connections; equal if there is only one. */
export type Roles = { owner: string; app: string }

/** The role of the owner's session, and that of the app's connection. */
export async function readRoles(owner: pg.ClientBase, app: Connection): Promise<Roles> {
  return { owner: await readRole(owner), app: await withSession(app, readRole) }
}

async function readRole(session: pg.ClientBase): Promise<string> {
  const { rows } = await session.query<{ role: string }>('select current_user as role')
  return rows[0]?.role ?? ''
}

type RoleSetting = { role: string; name: string; value: string }

/** The settings of one node that are missing, have another value, or do harm there. */
type NodeSettings = { node: string; missing: RoleSetting[]; harmful: Omit<RoleSetting, 'value'>[] }

const COORDINATOR = 'the coordinator'

/**
 * Haulbook sets it when it connects to the coordinator. On a worker it breaks saving: Citus would repeat on its next connection
 * what the coordinator sent, and the worker rejects the second "begin" of a distributed transaction.
 */
const HARMFUL = 'citus.propagate_set_commands'

/** What an instance sets when it connects. */
const SESSION: [name: string, value: string][] = [
  ...[...SESSION_OPTIONS.matchAll(/-c (\w+)=(\S+)/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  ),
  // A statement on a worker may call a function that reads other tables. Their rows are of the same account, so on that worker.
  ['citus.allow_nested_distributed_execution', 'on'],
]
const OF_APP: [name: string, value: string][] = [
  ...SESSION,
  ['statement_timeout', `${LONGEST_STATEMENT_MS / 1000}s`],
  // The audit log shows the program. The connections to the workers have Citus's name.
  ['haulbook.program', 'haulbook'],
]
const OF_OWNER: [name: string, value: string][] = [
  ...SESSION,
  // Each trigger changes only rows of the same account, which are on the same worker.
  ['citus.enable_unsafe_triggers', 'on'],
  // Otherwise Citus converts every table that links to a reference table, and can't if it numbers its rows.
  ['citus.enable_local_reference_table_foreign_keys', 'off'],
  // For migrations of a distributed database.
  ['citus.multi_shard_modify_mode', 'sequential'],
]

/** The nodes on which a setting is missing or does harm, the coordinator first. */
export async function findWrongSettings(
  session: pg.ClientBase,
  { owner, app }: Roles,
): Promise<NodeSettings[]> {
  const wanted = [...listSettings(app, OF_APP), ...listSettings(owner, OF_OWNER)]
  const unique = [...new Map(wanted.map((one) => [`${one.role} ${one.name}`, one])).values()]
  const roles = [...new Set([app, owner])]
  const nodes = await readNodes(session, roles)
  return nodes
    .map(({ name, read }) => ({
      node: name,
      missing: unique.filter(
        (one) => simplify(read(one.role, one.name) ?? '') !== simplify(one.value),
      ),
      harmful: roles
        .filter((role) => name !== COORDINATOR && read(role, HARMFUL) !== undefined)
        .map((role) => ({ role, name: HARMFUL })),
    }))
    .filter(({ missing, harmful }) => missing.length + harmful.length)
}

function listSettings(role: string, settings: [string, string][]): RoleSetting[] {
  return settings.map(([name, value]) => ({ role, name, value }))
}

type Node = { name: string; read: (role: string, setting: string) => string | undefined }

async function readNodes(session: pg.ClientBase, roles: string[]): Promise<Node[]> {
  const names = roles.map((role) => session.escapeLiteral(role)).join(', ')
  // A setting for one database overrides a setting for all of them.
  const statement = `select coalesce(json_agg(json_build_array(rolname, part) order by setdatabase), '[]')::text as result
    from pg_db_role_setting join pg_roles on pg_roles.oid = setrole cross join unnest(setconfig) as part
    where rolname in (${names})
      and setdatabase in (0, (select oid from pg_database where datname = current_database()))`
  const { rows } = await session.query<{ result: string }>(statement)
  const workers = await runOnWorkers(session, statement)
  return [{ node: COORDINATOR, result: rows[0]?.result ?? '[]' }, ...workers].map(
    ({ node, result }) => readNode(node, JSON.parse(result) as [string, string][]),
  )
}

function readNode(name: string, settings: [role: string, setting: string][]): Node {
  const stored = new Map(
    settings.map(([role, setting]) => {
      const [key = '', ...value] = setting.split('=')
      return [`${role} ${key.toLowerCase()}`, value.join('=')]
    }),
  )
  return { name, read: (role, setting) => stored.get(`${role} ${setting.toLowerCase()}`) }
}

/** Amounts without a unit are in kilobytes or milliseconds. */
const UNITS: Record<string, number> = {
  kb: 1,
  mb: 1024,
  gb: 1024 ** 2,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
}

/** PostgreSQL stores a value as it was typed, and Citus as it writes it: "16MB" and "16384". */
export function simplify(value: string): string {
  const text = value.toLowerCase().replaceAll(/[ '"]/g, '')
  if (['true', 'yes', '1'].includes(text)) return 'on'
  if (['false', 'no', '0'].includes(text)) return 'off'
  const [, amount, unit = ''] = /^(\d+)([a-z]+)$/.exec(text) ?? []
  return amount && UNITS[unit] ? String(Number(amount) * UNITS[unit]) : text
}

/** What an administrator runs on the node. Otherwise Citus may repeat it on all nodes. */
export function describeSettings(
  session: pg.ClientBase,
  { missing, harmful }: NodeSettings,
): string[] {
  const alter = (role: string) => `alter role ${session.escapeIdentifier(role)}`
  return [
    'set citus.enable_alter_role_set_propagation = off;',
    ...harmful.map(({ role, name }) => `${alter(role)} reset ${name};`),
    ...missing.map(({ role, name, value }) => `${alter(role)} set ${name} = '${value}';`),
  ]
}
