/**
 * Statements that a connection parses and plans once (SPEC C268). Use them for rows that are found by their keys and for the
 * first page of a list: the best plan is the same for every account. PostgreSQL would plan others badly without the values.
 */
import type { CompiledQuery, KyselyPlugin, RawBuilder } from 'kysely'
import type { Database, Work } from '#server/database/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { nameStatement } from './send-by-name.ts'
import { markLast, markOnly } from './send-together.ts'

type Values = Record<string, unknown>

/**
 * `build` gets a placeholder for each of the `parameters`, and is called once per database handle. Define only a few: each
 * connection keeps the plan of each statement.
 */
export function defineNamed<Inputs extends Values, Row>(
  parameters: readonly (keyof Inputs & string)[],
  build: (values: Inputs) => RawBuilder<Row>,
): (work: Database | Work, values: Inputs) => Promise<Row[]> {
  return run(compileNamed(parameters, build))
}

/** A named statement that the caller sends. */
export function compileNamed<Inputs extends Values, Row>(
  parameters: readonly (keyof Inputs & string)[],
  build: (values: Inputs) => RawBuilder<Row>,
): (work: Database | Work, values: Inputs) => CompiledQuery<Row> {
  return define(parameters, build)
}

/**
 * A named statement that ends a transaction: it is sent with the commit (SPEC C299). Its values are texts. Its error rejects the
 * transaction, and not the statement itself.
 */
export function defineLast<Inputs extends Record<string, string>>(
  parameters: readonly (keyof Inputs & string)[],
  build: (values: Inputs) => RawBuilder<unknown>,
): (work: Work, values: Inputs) => Promise<unknown> {
  return run(define(parameters, build, markLast))
}

/** A named statement that is a whole transaction, and one message from `begin` to `commit` (SPEC C299). */
export function defineTransaction<Inputs extends Values, Row>(
  parameters: readonly (keyof Inputs & string)[],
  build: (values: Inputs) => RawBuilder<Row>,
): (database: Database, values: Inputs) => Promise<Row[]> {
  const send = run(define(parameters, build, markOnly))
  return (database, values) => inTransaction(database, (work) => send(work, values))
}

function run<Inputs, Row>(
  compile: (work: Database | Work, values: Inputs) => CompiledQuery<Row>,
): (work: Database | Work, values: Inputs) => Promise<Row[]> {
  return async (work, values) => (await work.executeQuery<Row>(compile(work, values))).rows
}

function define<Inputs extends Values, Row>(
  parameters: readonly (keyof Inputs & string)[],
  build: (values: Inputs) => RawBuilder<Row>,
  mark?: (text: string) => void,
): (work: Database | Work, values: Inputs) => CompiledQuery<Row> {
  const placeholders = Object.fromEntries(parameters.map((name) => [name, Symbol(name)]))
  // Keyed by the last plugin of the handle, because each handle has its own and its transactions share it.
  const compiled = new WeakMap<KyselyPlugin, CompiledQuery<Row>>()

  function compile(work: Database | Work): CompiledQuery<Row> {
    const query = build(placeholders as unknown as Inputs).compile(work)
    nameStatement(query.sql)
    mark?.(query.sql)
    return query
  }

  return (work, values) => {
    const plugin = work.getExecutor().plugins.at(-1)
    const query = (plugin && compiled.get(plugin)) ?? compile(work)
    if (plugin) compiled.set(plugin, query)
    const given = query.parameters.map((one) =>
      typeof one === 'symbol' ? values[one.description ?? ''] : one,
    )
    return { ...query, parameters: given }
  }
}
