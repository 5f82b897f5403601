/** The routes that the router itself knows, whether or not the API description has them. */
import type { FastifyInstance } from 'fastify'

/** Lines such as "GET /api/loads/:id" and "HEAD /api/loads/:id", of the whole app. */
export function listRegistered(app: FastifyInstance): string[] {
  const parents: string[] = []
  const found: string[] = []
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', methods] =
      /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    // The router prints "/*" below a route as "*".
    const url = `${depth ? (parents[depth - 1] ?? '') : ''}${part.replace(/^\*/, '/*')}`
    parents[depth] = url
    for (const method of methods?.split(', ') ?? []) found.push(`${method} ${url}`)
  }
  return found
}
