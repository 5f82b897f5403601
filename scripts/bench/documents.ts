/** Measures uploads and downloads of the largest file: their memory, and the delay of other requests meanwhile. */
import { once } from 'node:events'
import http from 'node:http'
import { json, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { LARGEST_FILE } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import type { Bench, Row } from './bench.ts'
import { withClient } from './data.ts'
import { formatMs, quantile } from './measure.ts'
import { formatMb, watchServer } from './processes.ts'

const MAX_MS = 100
/** The limit of memory for each transfer. */
const MAX_BYTES = 20e6
/** A slow client sends or receives this much at a time. */
const PACKET_BYTES = 64 * 1024
/** The pause of a slow client after each packet. 25 MB take four seconds. */
const SLOW_MS = 10

type Place = Pick<Bench, 'url' | 'pid' | 'large' | 'connection'>
type Transfer = (place: Place, pauseMs: number) => Promise<unknown>

export async function measureDocuments(place: Place): Promise<Row[]> {
  try {
    // Starts the thread that counts pages, and lets V8 compile the code.
    for (let n = 0; n < 20; n++) await receiveFile(place, 0, await sendFile(place, 0, 100_000))
    const rows = await measureAll(place, 'upload', sendFile)
    const stored = await sendFile(place, 0)
    const receive: Transfer = (_, pauseMs) => receiveFile(place, pauseMs, stored)
    return [...rows, ...(await measureAll(place, 'download', receive))]
  } finally {
    await deleteDocuments(place)
  }
}

async function measureAll(place: Place, name: string, transfer: Transfer): Promise<Row[]> {
  const rows = []
  for (const count of [1, 4])
    for (const pauseMs of [0, SLOW_MS])
      rows.push(await measureTransfers(place, name, transfer, { count, pauseMs }))
  return rows
}

type Load = { count: number; pauseMs: number }

async function measureTransfers(
  place: Place,
  name: string,
  transfer: Transfer,
  { count, pauseMs }: Load,
): Promise<Row> {
  const all = () => Promise.all(Array.from({ length: count }, () => transfer(place, pauseMs)))
  const { waits, before, peak, ms } = await watchServer(place, all)
  const p99 = quantile(waits, 0.99)
  const each = (peak - before) / count
  return {
    name: `${name} of ${formatMb(LARGEST_FILE)}, ${count} at once${pauseMs ? ', slow' : ''}`,
    method: '/healthz p99 during the work; memory growth of each',
    goal: `< ${MAX_MS} ms; < ${formatMb(MAX_BYTES)}`,
    result: `${formatMs(p99)}; ${formatMb(each)}`,
    met: p99 < MAX_MS && each < MAX_BYTES,
    raw: `${(ms / 1000).toFixed(1)} s; ${waits.length} checks; ${formatMb(before)} to ${formatMb(peak)}`,
  }
}

let files = 0

/** Returns the document's id. */
async function sendFile(
  place: Place,
  pauseMs: number,
  padding = LARGEST_FILE - 10_000,
): Promise<number> {
  const file = makePdf({ text: `Bench ${Date.now()} ${++files}`, padding })
  const request = start(place, 'POST', '/api/documents?kind=other&name=bench.pdf', {
    'content-type': 'application/pdf',
    'content-length': file.length,
  })
  await pipeline(cut(file, pauseMs), request)
  const answer = await json(await readResponse(request))
  return (answer as { id: number }).id
}

async function* cut(file: Buffer, pauseMs: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += PACKET_BYTES) {
    yield file.subarray(at, at + PACKET_BYTES)
    if (pauseMs) await setTimeout(pauseMs)
  }
}

async function receiveFile(place: Place, pauseMs: number, id: number): Promise<void> {
  const request = start(place, 'GET', `/api/documents/${id}/file`).end()
  const response = await readResponse(request)
  let left = Number(response.headers['content-length'])
  for await (const piece of response as AsyncIterable<Buffer>) {
    left -= piece.length
    if (pauseMs) await setTimeout(pauseMs)
  }
  if (left) throw new Error(`${left} bytes are missing`)
}

function start(
  { url, large }: Place,
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders = {},
): http.ClientRequest {
  return http.request(new URL(path, url), { method, headers: { ...headers, cookie: large.cookie } })
}

async function readResponse(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if ((response.statusCode ?? 0) < 300) return response
  throw new Error(`${request.path}: ${response.statusCode} ${await text(response)}`)
}

/** Deletes the documents and their bytes, because the next run uses the data folder again. */
async function deleteDocuments({ connection, large }: Place): Promise<void> {
  await withClient(connection, async (client) => {
    await client.query('delete from documents where user_id = $1', [large.userId])
    await client.query('delete from document_files where user_id = $1', [large.userId])
  })
}
