/**
 * A second server, without a port, that serves the documentation of the first one's routes: so the 180 files of its libraries are
 * loaded only when someone opens it.
 */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { listRequired } from '#core/team/access.ts'

const INFO = { title: 'Haulbook', version: '1' }

/** `path` is the path of the documentation pages. */
export async function openDocs(path: string, documented: RouteOptions[]): Promise<FastifyInstance> {
  const docs = Fastify({ exposeHeadRoutes: false })
  // Never called. Without them, Fastify loads Ajv.
  docs.setValidatorCompiler(() => () => true)
  docs.setSerializerCompiler(() => JSON.stringify)
  await docs.register(swagger, { openapi: { info: INFO }, transform: describeRoute })
  for (const { method, url, schema, config } of documented) {
    if (method === 'HEAD' || !schema) continue
    docs.route({ method, url, schema, ...(config ? { config } : {}), handler: () => undefined })
  }
  await docs.register(swaggerUi, { routePrefix: path })
  await docs.ready()
  return docs
}

/** The API documentation names the permissions that a route needs (SPEC C72). */
const describeRoute: typeof jsonSchemaTransform = (options) => {
  const { schema, url } = jsonSchemaTransform(options)
  const { access } = options.route.config ?? {}
  return { schema: access ? { ...schema, 'x-permission': listRequired(access) } : schema, url }
}
