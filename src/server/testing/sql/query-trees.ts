/**
 * PostgreSQL's own tree of a statement, as its catalogs store it: `{OPEXPR :opno 96 :opfuncid 65 :args ({VAR …} {CONST …})}`.
 * It names the function of each operator and conversion, which the text does not.
 */
import { sql, type QueryExecutorProvider } from 'kysely'

export type TreeNode = {
  /** `QUERY`, `VAR`, `FUNCEXPR`, … */
  kind: string
  /** Keyed by field. The parentheses of lists are left out. */
  fields: Map<string, (TreeNode | string)[]>
}

/** The most that PostgreSQL lets a function have. */
const MAX_PARAMETERS = 100

/** The tree of `query`. `types`: of the parameters; PostgreSQL finds those that are missing or `unknown`. */
export async function readQueryTree(
  work: QueryExecutorProvider,
  query: string,
  types: string[] = [],
): Promise<TreeNode> {
  const given = types.length ? `(${types.join()})` : ''
  await sql.raw(`prepare asked${given} as ${query}`).execute(work)
  const prepared = await sql<{ types: string }>`
    select array_to_string(parameter_types, ',') as types from pg_prepared_statements where name = 'asked'`.execute(
    work,
  )
  await sql`deallocate asked`.execute(work)
  const parameters = (prepared.rows[0]?.types ?? '').split(',')
  const head = `create function pg_temp.asked(${parameters.slice(0, MAX_PARAMETERS).join()}) returns void`
  await sql
    .raw(`${head} language sql begin atomic ${limitParameters(query, parameters)}; end`)
    .execute(work)
  const { rows } = await sql<{ tree: string }>`select prosqlbody::text as tree from pg_proc
    where proname = 'asked' and pronamespace = pg_my_temp_schema()`.execute(work)
  await sql.raw(`drop function pg_temp.asked`).execute(work)
  return parseTree(rows[0]?.tree ?? '')
}

/** Replaces the parameters that a function can't have, such as those of an insert of many rows, by constants. */
function limitParameters(query: string, types: string[]): string {
  return query.replace(/\$(\d+)/g, (parameter, number) =>
    Number(number) > MAX_PARAMETERS ? `null::${types[Number(number) - 1] ?? 'text'}` : parameter,
  )
}

function parseTree(text: string): TreeNode {
  const root: TreeNode = { kind: 'ROOT', fields: new Map() }
  const open = [{ node: root, field: [] as (TreeNode | string)[] }]
  root.fields.set('all', open[0]?.field ?? [])
  for (const [token] of text.matchAll(/\{\w+|\}|(?:\\.|[^\s(){}\\])+/gs)) {
    const current = open.at(-1)
    if (token === '}') open.pop()
    else if (token.startsWith('{')) {
      const node: TreeNode = { kind: token.slice(1), fields: new Map() }
      current?.field.push(node)
      open.push({ node, field: [] })
    } else if (current && token.startsWith(':')) {
      current.field = []
      current.node.fields.set(token.slice(1), current.field)
    } else current?.field.push(token)
  }
  return root
}

/** The text of a field that has one, such as `commandType`. */
export function textOf({ fields }: TreeNode, name: string): string | undefined {
  const [value] = fields.get(name) ?? []
  return typeof value === 'string' ? value : undefined
}

/** The nodes directly within a field. */
export function nodesOf({ fields }: TreeNode, name: string): TreeNode[] {
  return (fields.get(name) ?? []).filter((value) => typeof value !== 'string')
}

/** The node and all nodes below it. It does not look below a node that `ends` is true for. */
export function listTree(
  node: TreeNode,
  ends: (node: TreeNode) => boolean = () => false,
): TreeNode[] {
  if (ends(node)) return [node]
  const below = [...node.fields.keys()].flatMap((name) => nodesOf(node, name))
  return [node, ...below.flatMap((each) => listTree(each, ends))]
}
