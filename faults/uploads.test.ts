import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { kill, newFolder, pause, start, stop, type Haulbook } from './haulbook.ts'
import { makeLoad, signIn, type User } from './user.ts'

const KILLS = 10
const AT_ONCE = 3
/** Bytes that make a stored file have ten parts. */
const PADDING = 2_500_000

type Sent = { key: string; path: string; file: Buffer }

let files = 0

function newFile(): Buffer {
  return makePdf({ text: `File ${++files}, page`, padding: PADDING })
}

/** Returns the status 0 if the server did not respond. */
async function send({ url }: Haulbook, { cookie }: User, { key, path, file }: Sent) {
  const headers = { cookie, 'content-type': 'application/pdf', 'idempotency-key': key }
  try {
    const query = '?kind=pod&name=pod.pdf'
    const response = await fetch(url + path + query, {
      method: 'POST',
      headers,
      body: new Uint8Array(file),
    })
    const { id = 0 } = (await response.json()) as { id?: number }
    return { status: response.status, id }
  } catch {
    return { status: 0, id: 0 }
  }
}

async function addLoad(user: User): Promise<string> {
  const { body } = await user.post('/api/loads', makeLoad())
  return `/api/loads/${body.id}/documents`
}

async function readDigest({ url }: Haulbook, { cookie }: User, id: number): Promise<string> {
  const response = await fetch(`${url}/api/documents/${id}/file`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return digestOf(Buffer.from(await response.arrayBuffer()))
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

test(`C111 C136 ${KILLS} kills during uploads lose no document, and a repeated upload is stored once`, async () => {
  const place = { dataDir: await newFolder() }
  const stored = new Map<number, string>()
  const unanswered: Sent[] = []
  let repeated = 0
  for (let round = 0; round < KILLS; round++) {
    const haulbook = await start(place)
    const user = await signIn(haulbook)
    for (const sent of unanswered.splice(0)) {
      const { status, id } = await send(haulbook, user, sent)
      expect(status).toBe(201)
      stored.set(id, digestOf(sent.file))
      const { body } = await user.get(sent.path)
      expect(body).toHaveLength(1)
      repeated += 1
    }
    let isOver = false
    const working = Array.from({ length: AT_ONCE }, async () => {
      while (!isOver) {
        const path = await addLoad(user)
        if (path.includes('undefined')) return
        const sent = { key: randomUUID(), path, file: newFile() }
        const { status, id } = await send(haulbook, user, sent)
        if (status === 201) stored.set(id, digestOf(sent.file))
        else unanswered.push(sent)
      }
    })
    await pause(300 + ((round * 137) % 700))
    isOver = true
    await kill(haulbook)
    await Promise.all(working)
  }
  const last = await start(place)
  const user = await signIn(last)
  for (const [id, digest] of stored) expect(await readDigest(last, user, id)).toBe(digest)
  expect(stored.size).toBeGreaterThan(KILLS)
  expect(repeated).toBeGreaterThan(0)
  await stop(last)
  process.stdout.write(`${stored.size} documents stored, ${repeated} of them sent again\n`)
})
