/** The page of a tab whose link could not be opened (SPEC C140). */
import { beforeAll, expect, test } from 'vitest'
import { portalCarrier, type PortalCarrier } from '#server/testing/portal/portal-carrier.ts'
import { inviteMember } from '#server/testing/team.ts'
import { testApp, type Client } from '#server/testing/test-app.ts'
import { buildErrorPage } from './error-page.ts'
import { opensTab } from './opens-tab.ts'

const { app } = await testApp()
let carrier: PortalCarrier
let dispatcher: Client
beforeAll(async () => {
  carrier = await portalCarrier(app)
  dispatcher = await inviteMember(app, carrier.client, 'dispatcher')
})

const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const IN_TAB = { accept, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const BY_SCRIPT = { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

const open = (path: string, { cookie }: { cookie: string }, headers: object = IN_TAB) =>
  app.inject({ url: path, headers: { ...headers, ...(cookie ? { cookie } : {}) } })

const signedOut = { cookie: '' }
const statement = () => `/api/billing/${carrier.paid}/statement.pdf`
const ofOther = () => `${statement()}?haulbook-account=00000000-0000-4000-8000-000000000000`

test('C140 A link that the role can’t open shows a page with the message', async () => {
  const page = await open(statement(), dispatcher)
  expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<p>This is not allowed in your role</p>')
  expect(page.body).toContain('<a href="/">Go to Haulbook</a>')
  expect(page.body).not.toMatch(/<script|<link|src=/)
})

test('C140 C83 A link of another account shows a page', async () => {
  const page = await open(ofOther(), carrier.client)
  expect([page.statusCode, page.body]).toEqual([
    403,
    expect.stringContaining('You switched to another account in another tab.'),
  ])
})

test('C140 A signed-out person who opens a link is asked to log in', async () => {
  const page = await open(statement(), signedOut)
  expect([page.statusCode, page.body]).toEqual([401, expect.stringContaining('>Log in</a>')])
})

test('C140 A missing file is a page in the tab', async () => {
  const page = await open('/api/documents/99999999/file', carrier.client)
  expect([page.statusCode, page.body]).toEqual([404, expect.stringContaining('<p>Not found</p>')])
})

test('C140 The page has the headers of the JSON, which every script still gets', async () => {
  for (const [path, client] of [
    [statement(), dispatcher],
    [ofOther(), carrier.client],
    [statement(), signedOut],
  ] as const) {
    const [page, json] = [await open(path, client), await open(path, client, BY_SCRIPT)]
    expect(json.statusCode).toBe(page.statusCode)
    expect(json.json()).toEqual({ message: expect.any(String) })
    expect(withoutBody(page.headers)).toEqual(withoutBody(json.headers))
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  }
})

function withoutBody(headers: Record<string, unknown>): string[] {
  const ofBody = /^(content-type|content-length|date|x-request-id)$/
  return Object.entries(headers)
    .filter(([name]) => !ofBody.test(name))
    .map(([name, value]) => `${name}: ${String(value)}`)
}

test('C140 C81 People outside the office read the page in Spanish, the office in English', async () => {
  const spanish = { ...IN_TAB, 'accept-language': 'es-MX,es;q=0.9' }
  const other = `/api/portal/statements/${carrier.ofBob}/statement.pdf`
  expect((await open(other, carrier.owner, spanish)).body).toContain('No existe o no es suyo.')
  expect((await open(`${other}?language=es`, carrier.owner)).body).toContain('<html lang="es">')
  expect((await open(other, signedOut, spanish)).body).toContain('Iniciar sesión')
  expect((await open(statement(), dispatcher, spanish)).body).toContain('<html lang="en">')
})

test('C140 Markup that the message quotes is shown as text', async () => {
  const page = await open('/api/drivers?%3Cimg%20src%3Dx%3E=1', carrier.client)
  expect([page.statusCode, page.body]).toEqual([400, expect.not.stringContaining('<img')])
  const written = buildErrorPage({ statusCode: 400, message: `<b>&"'` }, 'en')
  expect(written).toContain('<p>&lt;b&gt;&amp;&quot;&#39;</p>')
})

test.each([
  ['a link', true, {}],
  ['a link over plain HTTP', true, { headers: { accept } }],
  ['a script', false, { headers: BY_SCRIPT }],
  ['a script that accepts HTML', false, { headers: { ...BY_SCRIPT, accept } }],
  ['a program', false, { headers: {} }],
  [
    'a program that takes JSON first',
    false,
    { headers: { accept: 'application/json, text/html' } },
  ],
  ['a change', false, { method: 'POST' }],
  ['a screen of the app', false, { url: '/loads' }],
])('C140 The error of %s is a page: %s', (_, isPage, asked) =>
  expect(opensTab({ method: 'GET', url: '/api/x', headers: IN_TAB, ...asked })).toBe(isPage),
)
