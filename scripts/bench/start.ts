/** A later start, and what it takes at rest. */
import type { Bench, Row } from './bench.ts'
import { mb, memoryOf, memoryOfServer, postmasterOf } from './processes.ts'

const LONGEST_S = 2
const MOST_NODE = 150e6
const MOST_POSTGRES = 200e6
const REST_MS = 5_000

/** Has to be measured first: what the other groups ask for stays in memory. */
export async function startRows({ pid, dataDir, startedMs }: Bench): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const node = await memoryOf(pid)
  const postgres = await memoryOfServer(await postmasterOf(dataDir))
  const seconds = startedMs / 1000
  return [
    {
      what: 'later start to ready; memory at rest',
      as: 'Node / PostgreSQL',
      goal: '≤ 2 s; ≤ 150 MB / ≤ 200 MB',
      figure: `${seconds.toFixed(1)} s; ${mb(node)} / ${mb(postgres)}`,
      met: seconds <= LONGEST_S && node <= MOST_NODE && postgres <= MOST_POSTGRES,
      raw: 'after three logins',
    },
  ]
}
