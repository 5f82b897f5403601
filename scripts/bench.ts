/**
 * `npm run bench`: how fast it is at 1,000,000 loads beside 1,000, and beside the bare parts that it is
 * made of. Prints one table and writes docs/benchmarks.md. `npm run bench -- lists saving` measures
 * these groups alone, and writes nothing. The data is made once in BENCH_DIR, "data/bench" without it.
 */
import path from 'node:path'
import { attachEmbedded } from '#server/database/embedded/attach.ts'
import { startProgram, type RunningServer } from '#e2e/server.ts'
import type { Bench, Row } from './bench/bench.ts'
import { browserRows } from './bench/browsing.ts'
import { clientRows } from './bench/clients.ts'
import { lastDayOf, makeData, SIZES } from './bench/data.ts'
import { lighthouseRows } from './bench/lighthouse.ts'
import { listRows } from './bench/lists.ts'
import { payDayRows } from './bench/pay-day.ts'
import { signIn } from './bench/people.ts'
import { savingRows } from './bench/saving.ts'
import { dashboardRows, settlementRows } from './bench/screens.ts'
import { startRows } from './bench/start.ts'
import { statementRows } from './bench/statements.ts'
import { writeReport } from './bench/report.ts'
import { printDetails, printTable } from './bench/table.ts'

const GROUPS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  start: startRows,
  lists: listRows,
  clients: clientRows,
  dashboard: dashboardRows,
  settlements: settlementRows,
  saving: savingRows,
  statement: statementRows,
  'pay-day': payDayRows,
  browser: browserRows,
  lighthouse: lighthouseRows,
}

const chosen = process.argv.slice(2)
const dataDir = path.resolve(process.env.BENCH_DIR || 'data/bench')

for (const name of chosen) if (!GROUPS[name]) throw new Error(`There is no group "${name}"`)
const seconds = await makeData(dataDir)
if (seconds) say(`The data was made in ${seconds.toFixed(0)} s`)
const began = performance.now()
const server = await startProgram({ DATA_DIR: dataDir, DATABASE_URL: '' })
try {
  const bench = await benchOn(server, performance.now() - began)
  const rows = await measure(bench)
  say(printTable(rows))
  if (chosen.length) say(printDetails(rows))
  else await writeReport(bench, rows)
} finally {
  await server.stop()
}

async function measure(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, rowsOf] of Object.entries(GROUPS)) {
    if (chosen.length && !chosen.includes(name)) continue
    const began = performance.now()
    rows.push(...(await rowsOf(bench)))
    say(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  return rows
}

async function benchOn({ url, pid }: RunningServer, startedMs: number): Promise<Bench> {
  const { connection } = await attachEmbedded(dataDir)
  const [small, middle, large] = SIZES
  return {
    ...{ url, pid, startedMs, dataDir, connection },
    today: await lastDayOf(connection),
    small: await signIn(url, small),
    middle: await signIn(url, middle),
    large: await signIn(url, large),
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
