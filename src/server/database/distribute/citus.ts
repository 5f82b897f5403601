/** What Haulbook asks of Citus, the extension that stores accounts on several PostgreSQL servers. */
import type pg from 'pg'

export async function hasCitus(session: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await session.query("select 1 from pg_extension where extname = 'citus'")
  return Boolean(rowCount)
}

/** The addresses of the workers that store accounts, such as "db2.example.com:5432". */
export async function listWorkers(session: pg.ClientBase): Promise<string[]> {
  const { rows } = await session.query<{ node: string }>(
    `select node_name || ':' || node_port as node from citus_get_active_worker_nodes() order by 1`,
  )
  return rows.map(({ node }) => node)
}

type WorkerResult = { node: string; result: string }

/**
 * Runs a statement with one value on every worker, on its own connections: it does not see what this session has
 * not committed. Throws an Error that names the first worker that failed.
 */
export async function runOnWorkers(
  session: pg.ClientBase,
  statement: string,
): Promise<WorkerResult[]> {
  const { rows } = await session.query<WorkerResult & { failed: string }>(
    `select nodename || ':' || nodeport as node, result, case when success then '' else 'yes' end as failed
    from run_command_on_workers($1) order by 1`,
    [statement],
  )
  const failed = rows.find((row) => row.failed)
  if (failed) throw new Error(`The worker ${failed.node} failed: ${failed.result}`)
  return rows
}
