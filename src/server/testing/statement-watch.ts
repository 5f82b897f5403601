/** Writes down every statement that goes through a database handle, as PostgreSQL gets it. */
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'

/** Give it to `withPlugin`: after the plugins that the handle has, and changing nothing. */
export function statementWatch(statements: Set<string>): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      statements.add(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
