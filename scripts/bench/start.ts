/** Measures a start on existing data, and the memory at rest. */
import type { Bench, Row } from './bench.ts'
import { formatMb, readMemory, readPostgresMemory, readPostmasterPid } from './processes.ts'

const MAX_SECONDS = 2
const MAX_NODE = 150e6
const MAX_POSTGRES = 200e6
const REST_MS = 5_000

/** Must run first, because the other groups leave memory in use. */
export async function measureStart({ pid, dataDir, startMs }: Bench): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const node = await readMemory(pid)
  const postgres = await readPostgresMemory(await readPostmasterPid(dataDir))
  const seconds = startMs / 1000
  return [
    {
      name: 'start to ready; memory at rest',
      method: 'Node / PostgreSQL',
      goal: `≤ ${MAX_SECONDS} s; ≤ ${formatMb(MAX_NODE)} / ≤ ${formatMb(MAX_POSTGRES)}`,
      result: `${seconds.toFixed(1)} s; ${formatMb(node)} / ${formatMb(postgres)}`,
      met: seconds <= MAX_SECONDS && node <= MAX_NODE && postgres <= MAX_POSTGRES,
      raw: 'after five logins',
    },
  ]
}
