/** Serves the built web, and its page for every path that is a screen's. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readToken } from './accounts/cookie.ts'
import { isApiPath } from './accounts/auth.ts'
import { notFound } from './errors.ts'

const PAGE = 'index.html'
const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60

/** `folder` holds the build; without one (tests of the API) every path outside the API is a 404. */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(folder)
  if (built) {
    app.addHook('onRoute', (route) => {
      if (!route.url.startsWith('/api')) route.config = { ...route.config, open: true }
    })
    await app.register(fastifyStatic, {
      ...{ root: folder, wildcard: false, index: false, setHeaders },
      // The build has each file as .br and .gz beside.
      preCompressed: true,
    })
  }
  const forNobody = built ? withoutSession(readFileSync(path.join(folder, PAGE), 'utf8')) : ''
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isScreen(request)) throw notFound()
    void reply.header('vary', 'Cookie')
    if (readToken(request)) return reply.header('cache-control', 'no-cache').sendFile(PAGE)
    // Not kept at all: going back to it, a browser would show the login to somebody who signed in since.
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(forNobody)
  })
}

function isScreen(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !isApiPath(request.url) && !pathname.startsWith('/assets/')
}

/** Whoever has no session needs nothing yet of what comes after the login. */
function withoutSession(page: string): string {
  return page.replaceAll(/\s*<link[^>]* data-signed-in[^>]*>/g, '')
}

/** Files under assets/ carry a digest of their content in the name: they never change. */
function setHeaders(reply: FastifyReply, file: string): void {
  const lasting = file.includes('/assets/')
  const value = lasting ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache'
  void reply.header('cache-control', value)
}
