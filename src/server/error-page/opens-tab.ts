/**
 * Distinguishes a browser that opens a link in a tab from a client that reads JSON (SPEC C140). Opening files by script instead
 * would hold 25 MB in memory and hide the browser's progress.
 */
import type { FastifyRequest } from 'fastify'

type Asked = Pick<FastifyRequest, 'method' | 'headers' | 'url'>

/** A link to a file of the API. Over plain HTTP a browser sends no `Sec-Fetch` headers, but it asks for HTML first. */
export function opensTab({ method, headers, url }: Asked): boolean {
  if (method !== 'GET' || !url.startsWith('/api/')) return false
  const { accept = '', 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (mode === undefined && destination === undefined) return accept.startsWith('text/html')
  return accept.includes('text/html') && (mode === 'navigate' || destination === 'document')
}
