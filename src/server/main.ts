/** `npm start`: runs the server until a signal ends it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import './start/resolve-imports.ts'

/** The delay of the collection: long enough that a user who waited for the start has loaded the first page. */
const COLLECT_AFTER_MS = 3_000

/** Returns the memory of the start to the operating system. V8 would keep it until the heap grows (decision 0012). */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  void collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

const { runHaulbook } = await import('./run.ts')
const onReady = () => void setTimeout(collectGarbage, COLLECT_AFTER_MS).unref()

process.exit(await runHaulbook(process.env, { onReady }))
