import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addAccessGate } from './access.ts'

const answer = () => 'ok'

test('C72 A route of the API without a permission keeps the app from being built', async () => {
  const app = Fastify()
  const check = addAccessGate(app)
  app.get('/healthz', answer)
  app.get('/api/loads', { config: { access: 'office' } }, answer)
  app.post('/api/login', { config: { open: true } }, answer)
  expect(check).not.toThrow()
  app.get('/api/rates', answer)
  app.put('/api/rates/:id', { config: { access: [] } }, answer)
  expect(check).toThrow('GET /api/rates, HEAD /api/rates, PUT /api/rates/:id')
})

test('C72 A route is either open or needs a permission', async () => {
  const app = Fastify()
  const check = addAccessGate(app)
  app.get('/api/rates', { config: { open: true, access: 'office' } }, answer)
  expect(check).toThrow('GET /api/rates')
})
