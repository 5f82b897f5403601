/** docs/benchmarks.md: the table of a whole run, with the day and the size of the machine. */
import { writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { Bench, Row } from './bench.ts'
import { printDetails, printTable } from './table.ts'

const FILE = path.join(import.meta.dirname, '../../docs/benchmarks.md')
const GIB = 1024 ** 3

export async function writeReport(bench: Bench, rows: Row[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks

Written by \`npm run bench\`. Ratios of one run: what stands on both sides of a ÷ was measured in turns, on the
same machine, through the running server. Milliseconds are medians, seen by a client on that machine.

Measured on ${day}: ${await machine(bench)}. Accounts of 1,000, 100,000 and 1,000,000 loads with their
settlements, beside 200 accounts of 500.

${printTable(rows)}

## Every case

${printDetails(rows)}
`
  await writeFile(FILE, text)
}

async function machine({ connection }: Bench): Promise<string> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const memory = `${Math.round(totalmem() / GIB)} GB of memory`
  const parts = [`${availableParallelism()} cores`, memory, `Node ${process.version.slice(1)}`]
  return [...parts, `PostgreSQL ${rows[0]?.server_version}`].join(', ')
}
