/**
 * Updates and deletions with a function that Citus rejects there, though PostgreSQL takes it (SPEC C259). The
 * rules are those of Citus (TargetlistAndFunctionsSupported in multi_router_planner.c):
 *
 * - a function that is not immutable within `case` or `coalesce`
 * - a stable function of a column, also an operator or a conversion: `day + 1 < now()` compares a date with a time
 * - a volatile function
 * - a function that is not immutable in `returning`, also of an insert
 *
 * `now()` is none of these.
 */
import { sql, type QueryExecutorProvider } from 'kysely'
import type { Work } from '#server/database/open.ts'
import { withChangedRows, type FunctionStatement } from './function-statements.ts'
import { listTree, nodesOf, readQueryTree, textOf, type TreeNode } from './query-trees.ts'
import { toQuery } from './statement-plans.ts'

/** Keyed by the OID of a function that is not immutable: `s` (stable) or `v` (volatile). */
type Unstable = Map<string, string>
/** `unstable` and, keyed by type, the functions that read and write its text. */
type Known = { unstable: Unstable; texts: Map<string, { reads: string; writes: string }> }

/** The statements that have such a function, with the rule. */
export async function findUnstableChanges(
  work: QueryExecutorProvider,
  statements: Iterable<string>,
): Promise<string[]> {
  const known = await readKnown(work)
  const found: string[] = []
  for (const statement of statements) {
    const query = toQuery(statement)
    if (!query || !MAY_CHANGE.test(query)) continue
    const rules = findBroken(await readQueryTree(work, query), known)
    found.push(...rules.map((rule) => `${rule}: ${query}`))
  }
  return found
}

/** The same for the statements of the database's functions. */
export async function findUnstableChangesOfFunctions(
  work: Work,
  statements: FunctionStatement[],
): Promise<string[]> {
  const known = await readKnown(work)
  const found: string[] = []
  for (const statement of statements) {
    const { name, query, types } = statement
    if (!MAY_CHANGE.test(query)) continue
    const tree = await withChangedRows(work, statement, () => readQueryTree(work, query, types))
    found.push(...findBroken(tree, known).map((rule) => `${rule}: ${name}: ${query}`))
  }
  return found
}

const MAY_CHANGE = /\b(?:update|delete|returning)\b/

async function readKnown(work: QueryExecutorProvider): Promise<Known> {
  const functions = await sql<{ id: string; kind: string }>`select oid::text as id,
    provolatile as kind from pg_proc where provolatile <> 'i'`.execute(work)
  const types = await sql<{ id: string; reads: string; writes: string }>`select oid::text as id,
    typinput::oid::text as reads, typoutput::oid::text as writes from pg_type`.execute(work)
  return {
    unstable: new Map(functions.rows.map(({ id, kind }) => [id, kind])),
    texts: new Map(types.rows.map(({ id, ...texts }) => [id, texts])),
  }
}

const INSERT = '3'
const CHANGES = ['2', '4']

/** The rules that a statement or a part of it (`with`) breaks. */
function findBroken(tree: TreeNode, known: Known): string[] {
  const rules = listTree(tree)
    .filter(isQuery)
    .flatMap((query) => {
      const command = textOf(query, 'commandType') ?? ''
      const set = nodesOf(query, 'targetList').filter(
        (entry) => textOf(entry, 'resjunk') !== 'true',
      )
      const parts = CHANGES.includes(command) ? [...set, ...nodesOf(query, 'jointree')] : []
      const returned = [INSERT, ...CHANGES].includes(command) ? nodesOf(query, 'returningList') : []
      return [
        ...parts.flatMap((part) => findInChange(part, known)),
        ...(returned.some((part) => isUnstable(part, known))
          ? ['a function that is not immutable in "returning"']
          : []),
      ]
    })
  return [...new Set(rules)]
}

function findInChange(part: TreeNode, known: Known): string[] {
  const rules: string[] = []
  if (listTree(part).some((node) => listKinds(node, known).includes('v')))
    rules.push('a volatile function')
  for (const node of listTree(part, (each) => isLazy(each) || isQuery(each))) {
    if (isLazy(node) && isUnstable(node, known))
      rules.push('a function that is not immutable in "case" or "coalesce"')
    if (isQuery(node) || isLazy(node) || !listKinds(node, known).includes('s')) continue
    if (listTree(node, isQuery).some(({ kind }) => kind === 'VAR'))
      rules.push('a stable function of a column')
  }
  return rules
}

function isQuery({ kind }: TreeNode): boolean {
  return kind === 'QUERY'
}

function isLazy({ kind }: TreeNode): boolean {
  return kind === 'CASEEXPR' || kind === 'COALESCEEXPR'
}

function isUnstable(part: TreeNode, known: Known): boolean {
  return listTree(part).some((node) => listKinds(node, known).length > 0)
}

/** Of the functions that the node itself calls and that are not immutable: `s`, `v`. */
function listKinds(node: TreeNode, { unstable, texts }: Known): string[] {
  if (node.kind === 'SQLVALUEFUNCTION') return ['s']
  const called = ['funcid', 'opfuncid', 'aggfnoid', 'winfnoid'].map((field) => textOf(node, field))
  if (node.kind === 'COERCEVIAIO') {
    const [argument] = nodesOf(node, 'arg')
    called.push(texts.get(textOf(node, 'resulttype') ?? '')?.reads)
    called.push(texts.get(argument ? typeOf(argument) : '')?.writes)
  }
  return called.flatMap((id) => unstable.get(id ?? '') ?? [])
}

/** `vartype`, `funcresulttype`, `paramtype`, … */
function typeOf(node: TreeNode): string {
  const field = [...node.fields.keys()].find((name) => /^\w*type$/.test(name))
  return textOf(node, field ?? '') ?? ''
}
