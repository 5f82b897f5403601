/** Reads the memory of processes from /proc of Linux, and watches the server while it works. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Bench } from './bench.ts'
import { measureOnce } from './measure.ts'

const KIB = 1024
const CHECK_EVERY_MS = 5

/** Resident bytes of one process. */
export async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * KIB
}

/** `waits`: the response times of /healthz in milliseconds. `before` and `peak`: resident bytes. */
type ServerFigures = { waits: number[]; before: number; peak: number; ms: number }

export async function watchServer(
  { large, pid }: Pick<Bench, 'large' | 'pid'>,
  task: () => Promise<unknown>,
): Promise<ServerFigures> {
  const before = await readMemory(pid)
  const waits: number[] = []
  let peak = before
  let done = false
  const running = measureOnce(task).finally(() => (done = true))
  while (!done) {
    waits.push(await measureOnce(() => large.get('/healthz')))
    peak = Math.max(peak, await readMemory(pid))
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
  return { waits, before, peak, ms: await running }
}

/** The bytes of all PostgreSQL processes. Shared memory counts once. */
export async function readPostgresMemory(postmaster: number): Promise<number> {
  const sizes = (await withChildren(postmaster)).map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * KIB
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The process id is the file's first line. */
export async function readPostmasterPid(dataDir: string): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')
  return Number(file.split('\n')[0])
}

async function withChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return { pid: Number(pid), parent: Number(/\) \S (\d+)/.exec(stat)?.[1]) }
  })
  const all = await Promise.all(stats)
  return [parent, ...all.filter((one) => one.parent === parent).map(({ pid }) => pid)]
}

export function formatMb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
