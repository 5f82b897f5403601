/** Requests that no HTTP library sends, byte by byte. */
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { ownApp } from './testing/test-app.ts'

const { app } = await ownApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

/** The response to `request`, whose lines end with CRLF. */
function send(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let response = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => (response += chunk))
    socket.on('error', reject).on('close', () => resolve(response))
  })
}

const HEAD = 'POST /api/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'

test.each([
  ['a length and chunks', 'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
  ['a length with a sign', 'Content-Length: +2\r\n\r\n{}'],
  ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n'],
  ['a space before a colon', 'Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n'],
])('S15 A request with %s is rejected, so a proxy cannot disagree about its end', async (_, rest) =>
  expect(await send(HEAD + rest)).toMatch(/^HTTP\/1\.1 400 /),
)

test.each(['TRACE', 'CONNECT', 'OPTIONS'])('S09 %s has no route', async (method) => {
  const response = await send(
    `${method} /api/drivers HTTP/1.1\r\nHost: localhost\r\nX-Mark: echoed\r\nConnection: close\r\n\r\n`,
  )
  expect(response).toMatch(/^(HTTP\/1\.1 40[014] |$)/)
  expect(response).not.toContain('echoed')
})

test('S08 No response permits other sites to read it', async () => {
  const headers = { origin: 'https://evil.example' }
  for (const url of ['/healthz', '/api/drivers', '/api/login', '/']) {
    const response = await app.inject({ method: 'GET', url, headers })
    expect(Object.keys(response.headers).join()).not.toContain('access-control')
    expect(response.headers['strict-transport-security']).toBe(
      'max-age=31536000; includeSubDomains',
    )
  }
})
