/** Records every SQL statement of a database handle, as PostgreSQL receives it. */
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'

/** For `withPlugin`. It runs after the handle's own plugins and changes nothing. */
export function statementWatch(statements: Set<string>): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      statements.add(new PostgresQueryCompiler().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
