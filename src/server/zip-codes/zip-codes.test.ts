import { expect, test } from 'vitest'
import { createClient, signUp, testApp } from '#server/testing/test-app.ts'

const { app } = await testApp()

test.each([
  ['75201', 'Dallas', 'TX'],
  ['75201-1234', 'Dallas', 'TX'],
  ['00501', 'Holtsville', 'NY'],
  ['99950', 'Ketchikan', 'AK'],
])('B44 ZIP code %s is in %s, %s', async (zip, city, state) => {
  const me = await signUp(app)
  const { status, body } = await me.get(`/api/zip-codes/${zip}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ zip: zip.slice(0, 5), city, state })
  expect(Object.keys(body).sort()).toEqual(['city', 'latitude', 'longitude', 'state', 'zip'])
})

test.each(['00000', '7520', '752011', 'K1A', '%00', '%22', '75201%22%3A'])(
  'The unknown code %s is 404',
  async (zip) => {
    const me = await signUp(app)
    expect((await me.get(`/api/zip-codes/${zip}`)).status).toBe(404)
  },
)

test('Without a session the response is 401', async () => {
  expect((await createClient(app).get('/api/zip-codes/75201')).status).toBe(401)
})
