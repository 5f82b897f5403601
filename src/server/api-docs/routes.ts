/** The API documentation, for members of the office (SPEC B6). It is loaded and built on the first request (SPEC C304). */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'

const PATH = '/api/docs'

/** The headers that are copied from the documentation server's response. The other headers are set as on every response. */
const HEADERS = [
  ...['content-type', 'cache-control', 'location'],
  ...['etag', 'last-modified', 'accept-ranges', 'content-range'],
]

/** Documents the routes that are added after the call. */
export function apiDocsRoutes(app: FastifyInstance): void {
  const documented: RouteOptions[] = []
  let docs: Promise<FastifyInstance> | undefined
  const openOnce = () =>
    (docs ??= openDocs(documented).catch((error: unknown) => {
      docs = undefined
      throw error
    }))

  const answer = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const response = await (await openOnce()).inject({ url, headers })
    if (response.statusCode === 404) return reply.callNotFound()
    for (const name of HEADERS) {
      const value = response.headers[name]
      if (value !== undefined) void reply.header(name, value)
    }
    return reply.code(response.statusCode).send(response.rawPayload)
  }
  const options = { schema: { hide: true }, config: { access: 'office' } } as const
  for (const url of [PATH, `${PATH}/*`]) app.get(url, options, answer)
  app.addHook('onRoute', (route) => void documented.push(route))
}

async function openDocs(documented: RouteOptions[]): Promise<FastifyInstance> {
  const { openDocs } = await import('./open-docs.ts')
  return openDocs(PATH, documented)
}
