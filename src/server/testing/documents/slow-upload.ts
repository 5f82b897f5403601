/** An upload whose body arrives slowly, for tests. */
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Sends the first bytes. The rest follows when `finish` is called. */
export function startSlowUpload(
  app: FastifyInstance,
  url: string,
  { file, headers }: { file: Buffer; headers: Record<string, string> },
) {
  const payload = new PassThrough()
  const sent = { ...headers, 'content-length': String(file.length) }
  const answer = app.inject({ method: 'POST', url, headers: sent, payload }).then((one) => one)
  payload.write(file.subarray(0, 100))
  return {
    answer,
    finish() {
      payload.end(file.subarray(100))
      return answer
    },
  }
}
