/**
 * `npm run bench` compares a large account with a small one, and the server with the bare driver.
 * Prints one table and writes docs/benchmarks.md. `npm run bench -- lists saving` measures these groups
 * only, and writes no file. The data is made once, in BENCH_DIR (default "data/bench").
 */
import path from 'node:path'
import { attachEmbedded } from '#server/database/embedded/attach.ts'
import { startProgram, type RunningServer } from '#e2e/server.ts'
import type { Account, Bench, Row } from './bench/bench.ts'
import { measureBilling } from './bench/billing/measure-billing.ts'
import { measurePackets } from './bench/billing/packets.ts'
import { measureBrowser } from './bench/browsing.ts'
import { measureConcurrency } from './bench/concurrency.ts'
import { EMAILS, readFillDay, makeData } from './bench/data.ts'
import { measureDocuments } from './bench/documents.ts'
import { measureHistory } from './bench/history.ts'
import { measureLighthouse } from './bench/lighthouse.ts'
import { measureLists } from './bench/lists.ts'
import { writeReport } from './bench/report/report.ts'
import { measureSaving } from './bench/saving.ts'
import { measureDashboard, measureSettlement } from './bench/screens.ts'
import { signIn } from './bench/sign-in.ts'
import { measureStart } from './bench/start.ts'
import { measureStatement } from './bench/statements.ts'
import { formatDetails, formatTable } from './bench/report/table.ts'
import { measureZip } from './bench/zip.ts'

const GROUPS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  start: measureStart,
  history: measureHistory,
  billing: measureBilling,
  packets: measurePackets,
  lists: measureLists,
  concurrency: measureConcurrency,
  dashboard: measureDashboard,
  settlement: measureSettlement,
  saving: measureSaving,
  statement: measureStatement,
  zip: measureZip,
  documents: measureDocuments,
  browser: measureBrowser,
  lighthouse: measureLighthouse,
}

const chosen = process.argv.slice(2)
const dataDir = path.resolve(process.env.BENCH_DIR || 'data/bench')

for (const name of chosen) if (!GROUPS[name]) throw new Error(`No group "${name}"`)
const seconds = await makeData(dataDir)
if (seconds) print(`Data made in ${seconds.toFixed(0)} s`)
const began = performance.now()
const server = await startProgram({ DATA_DIR: dataDir, DATABASE_URL: '' })
try {
  const bench = await openBench(server, performance.now() - began)
  const rows = await measure(bench)
  print(formatTable(rows))
  if (chosen.length) print(formatDetails(rows))
  else await writeReport(bench, rows)
} finally {
  await server.stop()
}

async function measure(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, measureGroup] of Object.entries(GROUPS)) {
    if (chosen.length && !chosen.includes(name)) continue
    const began = performance.now()
    rows.push(...(await measureGroup(bench)))
    print(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }
  return rows
}

async function openBench({ url, pid }: RunningServer, startMs: number): Promise<Bench> {
  const { connection } = await attachEmbedded(dataDir)
  const open = async (email: string): Promise<Account> => ({
    ...(await signIn(url, email)),
    today: await readFillDay(connection, email),
  })
  return {
    url,
    pid,
    startMs,
    dataDir,
    connection,
    small: await open(EMAILS.small),
    large: await open(EMAILS.large),
    recent: await open(EMAILS.recent),
    history: await open(EMAILS.history),
    fewInvoices: await open(EMAILS.fewInvoices),
    manyInvoices: await open(EMAILS.manyInvoices),
    backlog: await open(EMAILS.backlog),
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
