import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createTestCarrier } from '#server/testing/test-carrier.ts'
import { ownApp } from '#server/testing/test-app.ts'

const { app } = await ownApp()

test('S25 A statement that is printing when the server stops is still delivered', async () => {
  const { client, settle } = await createTestCarrier(app)
  const { id } = await settle('2026-11-20')
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const arrived = once(app.server, 'request')
  const headers = { cookie: client.cookie }
  const request = get(`${address}/api/billing/${id}/statement.pdf`, { headers, agent: false })
  const responded = once(request, 'response')
  await arrived
  await app.close()
  const [response] = (await responded) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
})
