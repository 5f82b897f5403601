/** Signs in and sends requests like a browser, over connections that stay open. */
import http from 'node:http'
import { parseAccountToken } from '#server/accounts/team/account-token.ts'
import type { TimedResponse, Client } from './bench.ts'
import { PASSWORD } from './data.ts'

const agent = new http.Agent({ keepAlive: true })

export async function signIn(url: string, email: string): Promise<Client> {
  const login = { email, password: PASSWORD }
  const { cookie } = await send(url, 'POST', '/api/login', '', login)
  const accountId = parseAccountToken(cookie.split('=')[1] ?? '')
  if (!accountId) throw new Error(`No session for ${email}`)
  return {
    userId: accountId,
    cookie,
    get: (path) => send(url, 'GET', path, cookie),
    send: (method, path, body, headers) => send(url, method, path, cookie, body, headers),
  }
}

function send(
  url: string,
  method: string,
  path: string,
  cookie: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<TimedResponse & { cookie: string }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const options = { agent, method, headers: { ...type, ...more, ...(cookie ? { cookie } : {}) } }
    const request = http.request(new URL(path, url), options, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        const { statusCode = 0, headers } = response
        if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode} ${text}`))
        const newCookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        resolve({ ms: performance.now() - began, text, cookie: newCookie })
      })
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
