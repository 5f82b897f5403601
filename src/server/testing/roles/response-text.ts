/** The text of a response as a person reads it, for tests that look for values in it. */
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { FastifyInstance } from 'fastify'
import { pdfText } from '#server/testing/pdf-text.ts'

/** For a PDF: its printed text. For a ZIP: the names and texts of its files. `cookie`: the session's cookie. */
export async function readResponseText(
  app: FastifyInstance,
  url: string,
  cookie: string,
): Promise<string> {
  const response = await app.inject({ method: 'GET', url, headers: { cookie } })
  const type = String(response.headers['content-type'])
  const names = String(response.headers['content-disposition'] ?? '')
  return `${names}\n${await readText(type, response.rawPayload)}`
}

async function readText(type: string, bytes: Buffer): Promise<string> {
  if (type.startsWith('application/pdf')) return (await pdfText(new Uint8Array(bytes))).join('\n')
  if (type.startsWith('application/zip')) return readZipText(bytes)
  return bytes.toString()
}

async function readZipText(bytes: Buffer): Promise<string> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])))
  const texts: string[] = []
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue
    const content = Buffer.from(await entry.getData(new Uint8ArrayWriter()))
    const type = entry.filename.endsWith('.pdf') ? 'application/pdf' : 'text/plain'
    texts.push(entry.filename, await readText(type, content))
  }
  return texts.join('\n')
}
