/** Runs alone: another file of its process could have loaded the documentation. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { signUp, ownApp } from '#server/testing/test-app.ts'

const { app } = await ownApp()
const { cache } = createRequire(import.meta.url)

/** Files of the libraries that write and show the documentation. */
function listLoaded(): string[] {
  return Object.keys(cache).filter((file) => /@fastify.(?:swagger|ajv-compiler)/.test(file))
}

test('C304 The API documentation is loaded and made on its first request', async () => {
  const me = await signUp(app)
  expect((await me.get('/api/drivers')).status).toBe(200)
  expect(listLoaded()).toEqual([])
  const { status, body, headers } = await me.get<{ info: object; paths: object }>('/api/docs/json')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(body.info).toEqual({ title: 'Haulbook', version: '1' })
  expect(Object.keys(body.paths)).toContain('/api/loads/{id}')
  expect(listLoaded().length).toBeGreaterThan(0)
})

test.each([
  ['/api/docs', 'text/html; charset=utf-8'],
  ['/api/docs/', 'text/html; charset=utf-8'],
  ['/api/docs/yaml', 'application/x-yaml'],
  ['/api/docs/static/swagger-ui.css', 'text/css; charset=utf-8'],
  ['/api/docs/static/swagger-initializer.js', 'application/javascript; charset=utf-8'],
])(
  'C304 %s is a page of the documentation, with the security headers of every page',
  async (path, type) => {
    const me = await signUp(app)
    const { status, headers } = await me.get(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(type)
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  },
)

test('C304 The documentation does not describe itself, and has no other page', async () => {
  const me = await signUp(app)
  const { body } = await me.get<{ paths: object }>('/api/docs/json')
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/api/docs'))).toEqual([])
  const { status, body: missing } = await me.get<{ message: string }>('/api/docs/nothing')
  expect(status).toBe(404)
  expect(missing).toEqual((await me.get('/api/nothing')).body)
})
