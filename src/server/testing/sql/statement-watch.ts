/** Records every statement that goes through a database handle, with the feature that sent it. */
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely'

/** The text of each statement, with the paths that sent it: "settlements", "database < settlements". */
export type Watched = Map<string, Set<string>>

/** Pass it to `withPlugin` last, so that it sees what PostgreSQL gets. It changes nothing. */
export function statementWatch(watched: Watched): KyselyPlugin {
  const seen = new Map<string, number>()
  return {
    transformQuery({ node, queryId }) {
      const text = new PostgresQueryCompiler().compileQuery(node, queryId).sql
      const times = (seen.get(text) ?? 0) + 1
      seen.set(text, times)
      if (times > ENOUGH && times % ENOUGH) return node
      const senders = watched.get(text) ?? new Set()
      watched.set(text, senders.add(describeSender(readStackFiles())))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}

/** A stack takes longer than the statement: after so many, only each so many of the same text is read. */
const ENOUGH = 20

/** Folders whose code works for its caller. */
const FOUNDATION = new Set(['database', 'streaming', 'lists'])

/**
 * The folders of src/server from the statement outward, up to the first feature. Files at the root are skipped.
 * `files`: the stack, innermost first.
 */
export function describeSender(files: string[]): string {
  const folders: string[] = []
  for (const file of files) {
    const folder = toFolder(file)
    if (folder === undefined) continue
    if (folders.at(-1) !== folder) folders.push(folder)
    if (!FOUNDATION.has(folder)) break
  }
  return folders.join(' < ')
}

/** A listing is read by the code of lists, whether the response is JSON or CSV. */
function toFolder(file: string): string | undefined {
  if (/\.test\.ts$|\/testing\//.test(file)) return undefined
  const path = /\/src\/server\/(.+)\.ts$/.exec(file)?.[1]
  if (path === 'streaming/csv-text') return 'lists'
  return path?.includes('/') ? path.split('/')[0] : undefined
}

/** Includes the awaiting callers that V8 knows. */
function readStackFiles(): string[] {
  const { prepareStackTrace, stackTraceLimit } = Error
  try {
    Error.stackTraceLimit = 60
    // Returning no text skips the source maps, which take most of the time.
    Error.prepareStackTrace = (_error, frames) => frames.map((frame) => frame.getFileName() ?? '')
    return new Error().stack as unknown as string[]
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  }
}
