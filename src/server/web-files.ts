/** Serves the built web, and its page for every path that is a screen's. */
import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from './accounts/gate.ts'
import { notFound } from './errors.ts'

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
  app.setNotFoundHandler((request, reply) => {
    if (!built || !isScreen(request)) throw notFound()
    return sendPage(reply)
  })
}

function isScreen(request: FastifyRequest): boolean {
  const [pathname = ''] = request.url.split('?')
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !isApiPath(request.url) && !pathname.startsWith('/assets/')
}

function sendPage(reply: FastifyReply) {
  return reply.header('cache-control', 'no-cache').sendFile('index.html')
}

/** Files under assets/ carry a digest of their content in the name: they never change. */
function setHeaders(reply: FastifyReply, file: string): void {
  const lasting = file.includes('/assets/')
  const value = lasting ? `public, max-age=${ONE_YEAR_SECONDS}, immutable` : 'no-cache'
  void reply.header('cache-control', value)
}
