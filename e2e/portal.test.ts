/** The portal of a truck owner, on a phone and in Spanish (SPEC C78–C81). */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, expectAccessible, PASSWORD, startApp } from './app.ts'
import { button } from './steps.ts'

const app = startApp()

/** Where to save a screenshot of each screen for a person to look at. */
const { SCREENSHOTS } = process.env
const PHONE = { width: 390, touch: true }
const DATE = '2026-11-13'
let samples = 500

/** An office, with a truck of Ann's that Eve drives, and statement 1. */
async function openOffice() {
  const office = await app.enter()
  const sample = ++samples
  const ann = await create(office, 'owners', { ...makeSample('owners', sample), name: 'Ann' })
  const eve = await create(office, 'drivers', { ...makeSample('drivers', sample), name: 'Eve' })
  const truck = await create(office, 'trucks', { ...makeSample('trucks', sample), ownerId: ann.id })
  const load = { ...makeSample('loads', sample), truckId: truck.id, driverId: eve.id }
  const settled = { settlementDate: DATE, revenue: '2000', deliveryStatus: 'delivered' }
  await create(office, 'loads', { ...load, ...settled, bolStatus: 'pending' })
  await create(office, 'loads', { ...load, loadId: 'NEXT-1', deliveryStatus: 'scheduled' })
  const loan = { category: 'other', description: 'Tires', basis: 'fixed', value: '100' }
  await create(office, 'deduction-rules', {
    ...loan,
    ownerId: ann.id,
    balance: 'loan',
    total: '900',
  })
  const settlement = { truckId: truck.id, settlementDate: DATE, tolls: '12.50' }
  const { id } = await create(office, 'billing', settlement)
  await office.request.post(`/api/billing/${id}/approve`)
  return { office, ownerId: ann.id }
}

/** A phone that is signed in as an invited person. */
async function enterAs(office: Page, membership: object): Promise<Page> {
  const email = `portal${++samples}@example.com`
  const data = { email, ...membership }
  const invited = await office.request.post('/api/team/invitations', { data })
  const { link } = (await invited.json()) as { link: string }
  const page = await app.openPage('/login', PHONE)
  const acceptance = { token: link.split('#')[1], password: PASSWORD, firstName: 'Ana' }
  expect((await page.request.post('/api/invitation', { data: acceptance })).status()).toBe(201)
  await page.goto('/')
  return page
}

/** Checks the screen. With SCREENSHOTS, takes screenshots at three widths in both themes. */
async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (!SCREENSHOTS) return
  await mkdir(SCREENSHOTS, { recursive: true })
  for (const width of [390, 768, 1440])
    for (const dark of [false, true]) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate((on) => document.documentElement.classList.toggle('dark', on), dark)
      const file = `portal-${name}-${width}-${dark ? 'dark' : 'light'}.png`
      await page.screenshot({ path: path.join(SCREENSHOTS, file), fullPage: true })
    }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => document.documentElement.classList.remove('dark'))
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true })
}

async function openTab(page: Page, name: string) {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
}

test('C78 C79 C81 An owner reads statements, balances and loads in Spanish on a phone and asks about a line', async () => {
  const { office, ownerId } = await openOffice()
  const page = await enterAs(office, { role: 'owner', ownerId })
  await heading(page, 'Statements').waitFor()
  await inspect(page, 'english')
  await button(page, 'Español').click()
  await heading(page, 'Liquidaciones').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
  await page.getByRole('link', { name: /Liquidación 1/ }).click()
  await page.getByText('Pago neto').waitFor()
  await page.getByText('$1,887.50').first().waitFor()

  await button(page, 'Preguntar sobre: Peajes').click()
  await button(page, 'Enviar').click()
  await page.getByText('Escriba una pregunta').waitFor()
  await page.getByLabel('Su pregunta').fill('¿De qué es este peaje?')
  await inspect(page, 'ask')
  await button(page, 'Enviar').click()
  await page.getByText('Sin respuesta todavía').waitFor()

  await office.goto('/settlements/statements')
  await office.getByRole('link', { name: 'Questions (1)' }).click()
  await office.getByText('About: Tolls, $12.50').waitFor()
  await expectAccessible(office)
  await office.getByLabel('Answer').fill('Ohio turnpike, November 10')
  await button(office, 'Send Answer').click()
  await office.getByText('No open questions').waitFor()

  await openTab(page, 'Cargas')
  await button(page, 'Avisos: 1 sin leer').click()
  await page.getByRole('link', { name: /Respuesta sobre la liquidación 1/ }).click()
  await page.getByText('Ohio turnpike, November 10').waitFor()
  await button(page, 'Avisos').waitFor()
  await inspect(page, 'statement')
  const pdf = page.getByRole('link', { name: 'PDF', exact: true })
  const file = await page.request.get((await pdf.getAttribute('href')) ?? '')
  expect(file.headers()['content-disposition']).toContain('liquidacion-camion')

  await openTab(page, 'Saldos')
  await page.getByText('$800.00').waitFor()
  await inspect(page, 'balances')
  await openTab(page, 'Año')
  await page.getByText('Monto para su 1099').waitFor()
  await inspect(page, 'year')
  await openTab(page, 'Cargas')
  await page.getByText('$2,000.00').waitFor()
  await inspect(page, 'loads')
  await openTab(page, 'Mi cuenta')
  await page.getByText('Cuenta bancaria').waitFor()
  await inspect(page, 'account')
  await button(page, 'Cerrar sesión').click()
  await heading(page, 'Inicie sesión en su cuenta').waitFor()
  await inspect(page, 'login')
  await expectInstallable(page)
})

/** The app can be put on the phone's home screen (SPEC C81). */
async function expectInstallable(page: Page): Promise<void> {
  const link = page.locator('link[rel=manifest]')
  const response = await page.request.get((await link.getAttribute('href')) ?? '')
  const { icons, display } = (await response.json()) as {
    icons: { src: string }[]
    display: string
  }
  expect(display).toBe('standalone')
  for (const { src } of icons) {
    const headers = (await page.request.get(src)).headers()
    expect(headers['content-type']).toBe('image/png')
  }
}
