/** Writes docs/benchmarks.md with the results of a complete run, its date and the machine. Keeps sections that people added. */
import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Bench, Row } from '#scripts/bench/bench.ts'
import { keepSections } from './sections.ts'
import { formatDetails, formatTable } from './table.ts'

const FILE = path.join(import.meta.dirname, '../../../docs/benchmarks.md')
const GIB = 1024 ** 3

export async function writeReport(bench: Bench, rows: Row[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks

Written by \`npm run bench\`. Both sides of a ÷ are measured in turns, in one run, on the same machine,
through the running server. Milliseconds are medians that a client on this machine measures.

Date: ${day}. Machine: ${await describeMachine(bench)}.

Data:
- Two accounts with 1,000 and 200,000 loads and their settlements.
- Two accounts with 1,000 and 50,000 frozen statements. Both have the same loads and statements in the
  last 50 weeks; the other 49,000 statements are older.
- Two accounts with 500 and 50,000 invoices. Both have the same newest 500 in every state; the other 49,500 are closed.
- 1,000 accounts with 100 loads each.

${formatTable(rows)}

## Every case

${formatDetails(rows)}
`
  await writeFile(FILE, keepSections(await readFile(FILE, 'utf8'), text))
}

async function describeMachine({ connection }: Bench): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const memory = `${Math.round(totalmem() / GIB)} GB of memory`
  const parts = [`${availableParallelism()} cores`, memory, `Node ${process.version.slice(1)}`]
  return [...parts, `PostgreSQL ${rows[0]?.server_version}`].join(', ')
}
