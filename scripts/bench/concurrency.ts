/** Compares requests for a page of loads with the same SQL through the bare driver, with one client and with 32. */
import net from 'node:net'
import { loads } from '#core/entities/loads.ts'
import { listPermissions, ROLE_DEFAULTS } from '#core/team/roles.ts'
import { findSessionMember } from '#server/accounts/sessions.ts'
import { describeVisibleList } from '#server/entities/visible-entity.ts'
import { readListQuery } from '#server/lists/query/list-query.ts'
import { readPage } from '#server/lists/read.ts'
import { lookUpSearch } from '#server/lists/query/search.ts'
import type { Bench, Client, Row } from './bench.ts'
import { formatMs, formatRatio, measureInTurns, quantile } from './measure.ts'
import { openBarePool, recordSql, type Statement } from './recorded-sql.ts'

const CLIENTS = 32
const ROUND_MS = 3_000
const ROUNDS = 5
const GOAL = 0.75
const SINGLE_GOAL = 2
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const PAGE = readListQuery(new Map(), { limit: '50', counted: 'no' })

/** Sends one request. */
type SendRequest = () => Promise<unknown>

export async function measureConcurrency(bench: Bench): Promise<Row[]> {
  const statements = await recordSql(bench, async (database) => {
    await findSessionMember(database, bench.large.cookie.split('=')[1] ?? '')
    const { userId } = bench.large
    const { listed } = describeVisibleList(loads, listPermissions('admin', ROLE_DEFAULTS))
    const query = await lookUpSearch(database, listed, userId, PAGE)
    await readPage(database, listed, userId, query)
  })
  const pool = openBarePool(bench)
  const bare = Array.from({ length: CLIENTS }, () => () => sendAll(pool, statements))
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => connect(bench.url)))
  const overHttp = sockets.map((socket) => createRequest(socket, bench.large))
  // V8 compiles the code of the server and of the driver during the first requests, so these are not counted.
  await measureRate(overHttp)
  await measureRate(bare)
  const single = await measureInTurns(
    [overHttp, bare].map(
      ([send]) =>
        async () =>
          send?.(),
    ),
  )
  const rates: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.push([await measureRate(overHttp), await measureRate(bare)])
  }
  for (const socket of sockets) socket.destroy()
  await pool.end()
  return [toSingleRow(single), toRow(rates)]
}

function toSingleRow([http = NaN, bare = NaN]: number[]): Row {
  return {
    name: 'page of 50 loads over HTTP, one client',
    method: 'p50 ÷ the same SQL through the bare driver',
    goal: `≤ ${SINGLE_GOAL}`,
    result: formatRatio(http / bare),
    met: http / bare <= SINGLE_GOAL,
    raw: `${formatMs(http)} ÷ ${formatMs(bare)}`,
  }
}

function toRow(rates: [http: number, bare: number][]): Row {
  const median = (values: number[]) => quantile(values, 0.5)
  const result = median(rates.map(([http, bare]) => http / bare))
  const http = median(rates.map(([rate]) => rate))
  const bare = median(rates.map(([, rate]) => rate))
  return {
    name: `page of 50 loads over HTTP, ${CLIENTS} clients`,
    method: 'requests per second ÷ the same SQL through the bare driver in one Node process',
    goal: `≥ ${GOAL}`,
    result: formatRatio(result),
    met: result >= GOAL,
    raw: `${http.toFixed(0)} ÷ ${bare.toFixed(0)} per second`,
  }
}

async function measureRate(clients: SendRequest[]): Promise<number> {
  let done = 0
  const began = performance.now()
  const repeat = async (send: SendRequest) => {
    while (performance.now() - began < ROUND_MS) {
      await send()
      done++
    }
  }
  await Promise.all(clients.map(repeat))
  return (done * 1000) / (performance.now() - began)
}

async function sendAll(
  pool: ReturnType<typeof openBarePool>,
  statements: Statement[],
): Promise<void> {
  for (const statement of statements) await pool.query({ ...statement })
}

function connect(url: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

/** Writes the HTTP text itself, because an HTTP library takes more CPU than the server it measures. */
function createRequest(socket: net.Socket, { cookie }: Client): SendRequest {
  const host = `${socket.remoteAddress}:${socket.remotePort}`
  const request = `GET /api/loads?limit=50&counted=no HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`
  return () =>
    new Promise<void>((resolve, reject) => {
      let missing: number | undefined
      const receive = (piece: Buffer) => {
        missing = missing === undefined ? countMissing(piece) : missing - piece.length
        if (missing > 0) return
        socket.off('data', receive)
        if (missing === 0) resolve()
        else reject(new Error(piece.subarray(0, 300).toString()))
      }
      socket.on('data', receive).write(request)
    })
}

/** Returns how many bytes of the response follow its first piece, or -1 if the response is an error. */
function countMissing(piece: Buffer): number {
  const end = piece.indexOf(END_OF_HEAD)
  const head = piece.subarray(0, end).toString('latin1')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || !length) return -1
  return end + END_OF_HEAD.length + Number(length) - piece.length
}
