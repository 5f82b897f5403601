/** How much of the bare driver's speed is left over HTTP, with 32 clients that never pause. */
import net from 'node:net'
import { loads } from '#core/entities/loads.ts'
import { findSessionUser } from '#server/accounts/sessions.ts'
import { readListQuery } from '#server/lists/list-query.ts'
import { pageOf } from '#server/lists/list-reads.ts'
import { withFound } from '#server/lists/search-sql.ts'
import type { Bench, Person, Row } from './bench.ts'
import { quantile, ratio } from './measure.ts'
import { barePool, statementsOf, type Statement } from './recorded.ts'

const CLIENTS = 32
const ROUND_MS = 3_000
const ROUNDS = 5
const GOAL = 0.6
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const PAGE = readListQuery(new Map(), { limit: '50', counted: 'no' })

/** One client's work: once a call. */
type Ask = () => Promise<unknown>

export async function clientRows(bench: Bench): Promise<Row[]> {
  const statements = await statementsOf(bench, async (database) => {
    await findSessionUser(database, bench.large.cookie.split('=')[1] ?? '')
    const { userId } = bench.large
    await pageOf(database, loads, userId, await withFound(database, loads, userId, PAGE))
  })
  const pool = barePool(bench)
  const bare = Array.from({ length: CLIENTS }, () => () => sendAll(pool, statements))
  const sockets = await Promise.all(Array.from({ length: CLIENTS }, () => connect(bench.url)))
  const overHttp = sockets.map((socket) => askerOn(socket, bench.large))
  const rates: [number, number][] = []
  for (let round = 0; round < ROUNDS; round++) {
    rates.push([await rateOf(overHttp), await rateOf(bare)])
  }
  for (const socket of sockets) socket.destroy()
  await pool.end()
  return [rowOf(rates)]
}

function rowOf(rates: [number, number][]): Row {
  const figure = quantile(
    rates.map(([http, bare]) => http / bare),
    0.5,
  )
  const [http, bare] = [0, 1].map((side) =>
    quantile(
      rates.map((both) => both[side] ?? NaN),
      0.5,
    ),
  )
  return {
    what: `page of 50 loads over HTTP, ${CLIENTS} clients`,
    as: 'requests/s ÷ the same SQL through the bare driver in one Node process',
    goal: `≥ ${GOAL}`,
    figure: ratio(figure),
    met: figure >= GOAL,
    raw: `${http?.toFixed(0)} ÷ ${bare?.toFixed(0)} a second`,
  }
}

async function rateOf(asks: Ask[]): Promise<number> {
  let done = 0
  const began = performance.now()
  const work = async (ask: Ask) => {
    while (performance.now() - began < ROUND_MS) {
      await ask()
      done++
    }
  }
  await Promise.all(asks.map(work))
  return (done * 1000) / (performance.now() - began)
}

async function sendAll(pool: ReturnType<typeof barePool>, statements: Statement[]): Promise<void> {
  for (const statement of statements) await pool.query({ ...statement })
}

function connect(url: string): Promise<net.Socket> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket)).once('error', reject)
  })
}

/** By hand, because an HTTP library would take more of the processor than the server that it asks. */
function askerOn(socket: net.Socket, { cookie }: Person): Ask {
  const request = `GET /api/loads?limit=50&counted=no HTTP/1.1\r\nHost: bench\r\nCookie: ${cookie}\r\n\r\n`
  return () =>
    new Promise<void>((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      const hear = (piece: Buffer) => {
        received = received.length ? Buffer.concat([received, piece]) : piece
        if (!isWhole(received)) return
        socket.off('data', hear)
        if (received.subarray(9, 12).toString() === '200') resolve()
        else reject(new Error(received.subarray(0, 300).toString()))
      }
      socket.on('data', hear).write(request)
    })
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf(END_OF_HEAD)
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(received.subarray(0, end).toString('latin1'))?.[1]
  return received.length >= end + END_OF_HEAD.length + Number(length)
}
