/** Signs in to the accounts, and asks as a browser does: on connections that stay. */
import http from 'node:http'
import type { Answer, Person } from './bench.ts'
import { emailOf, PASSWORD } from './data.ts'

const agent = new http.Agent({ keepAlive: true })

export async function signIn(url: string, loads: number): Promise<Person> {
  const account = { email: emailOf(loads), password: PASSWORD }
  const { text, cookie } = await ask(url, 'POST', '/api/login', '', account)
  const { id } = JSON.parse(text) as { id: string }
  return {
    userId: id,
    loads,
    cookie,
    get: (path) => ask(url, 'GET', path, cookie),
    send: (method, path, body, headers) => ask(url, method, path, cookie, body, headers),
  }
}

function ask(
  url: string,
  method: string,
  path: string,
  cookie: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer & { cookie: string }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const options = { agent, method, headers: { ...type, ...more, ...(cookie ? { cookie } : {}) } }
    const request = http.request(new URL(path, url), options, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        const { statusCode = 0, headers } = answer
        if (statusCode >= 300) reject(new Error(`${method} ${path}: ${statusCode} ${text}`))
        const given = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
        resolve({ ms: performance.now() - began, text, cookie: given })
      })
    })
    request.on('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
