/**
 * Rejects requests for other host names (SPEC C40). A page of evil.example, whose name now resolves to 127.0.0.1,
 * could otherwise use the Haulbook of the laptop that opened it: for the browser it is the same origin. `X-Forwarded-Host` does
 * not count: such a page can set it. The status is 421 and not 400, so that a browser does not reuse the connection for the name.
 */
import { isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from './errors.ts'

export type HostSettings = {
  /** Where the server listens. Undefined in tests: every name is served. */
  host?: string
  port?: number
  /** The address that browsers open, such as `https://haulbook.example.com`. Only its host is served. */
  publicUrl?: string | undefined
  /** The number of your own reverse proxies. */
  trustProxy: number | false
}

/** Health checks use an IP address, or no host. These routes return no data. */
const PROBES = new Set(['/healthz', '/readyz'])

/** Call it before the hooks that send responses. */
export function addHostCheck(app: FastifyInstance, settings: HostSettings): void {
  const isServed = toRule(settings)
  if (!isServed && settings.host !== undefined) {
    app.log.warn('Every host name is served. Set PUBLIC_URL to the address that browsers open.')
  }
  let proxyFound = Boolean(settings.trustProxy)
  /** The Host header of the last request that was served. Nearly all requests have the same. */
  let lastServed: string | undefined

  app.addHook('onRequest', async (request) => {
    if (!proxyFound && request.headers['x-forwarded-for'] !== undefined) {
      proxyFound = true
      request.log.warn(
        'Requests come through a proxy, but TRUST_PROXY is not set: all clients count as one address.',
      )
    }
    const { host } = request.headers
    if (host !== undefined && host === lastServed) return
    const isProbe = PROBES.has(request.url)
    const name = readName(request, isProbe)
    if (isProbe) return
    if (!isServed || isServed(name)) {
      lastServed = host
      return
    }
    throw new RequestError(
      421,
      `Haulbook is not served under this name. Open ${toAddress(settings, request)} instead.`,
    )
  })
}

/** Which host names are served; undefined for all of them. */
function toRule({ host, publicUrl, trustProxy }: HostSettings) {
  if (publicUrl) {
    const served = toName(new URL(publicUrl).host)
    return (name: string) => name === served
  }
  const isLocal = host !== undefined && isLoopback(toName(bracket(host)) ?? '')
  return isLocal && !trustProxy ? isLoopback : undefined
}

/** Throws 400 if there is no valid Host. `reject-requests.ts` rejects a second one. */
function readName(request: FastifyRequest, isProbe: boolean): string {
  const name = toName(request.headers.host ?? '')
  if (name === undefined && !isProbe)
    throw new RequestError(400, 'The request has no valid Host header')
  return name ?? ''
}

/** "LocalHost.:3000" → "localhost", "127.1" → "127.0.0.1". Undefined if it is not a host name. */
function toName(host: string): string | undefined {
  const url = `http://${host}`
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return undefined
  return new URL(url).hostname.replace(/\.$/, '')
}

function isLoopback(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || /^127(?:\.\d+){3}$/.test(name)
}

function toAddress({ publicUrl, host = '', port = 0 }: HostSettings, request: FastifyRequest) {
  return publicUrl ?? `http://${bracket(host)}:${request.socket.localPort ?? port}`
}

function bracket(host: string): string {
  return isIPv6(host) ? `[${host}]` : host
}
