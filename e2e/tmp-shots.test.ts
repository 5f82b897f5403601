import { test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { create, startApp, type Look } from './app.ts'

const app = startApp()
const LOOKS: [string, Look][] = [
  ['1440-light', { width: 1440, theme: 'light' }],
  ['768-dark', { width: 768, theme: 'dark' }],
  ['390-light', { width: 390, theme: 'light', touch: true }],
  ['390-dark', { width: 390, theme: 'dark', touch: true }],
]
test.each(LOOKS)('shots %s', async (name, look) => {
  const page = await app.enter(look)
  const load = await create(page, 'loads', {
    ...makeSample('loads', 1),
    revenue: '2574.95',
    charges: [
      { kind: 'line-haul', amount: '2000' },
      { kind: 'fuel-surcharge', quantity: '781', rate: '0.4481', description: 'Per mile' },
      { kind: 'detention', quantity: '3', rate: '75', description: 'Walmart DC 6094, dock 12', approval: 'approved', approvedBy: 'Kim Ortega', approvedOn: '2026-11-19', stop: 'delivery', arrivedAt: '2026-11-18 08:00', departedAt: '2026-11-18 13:15' },
      { kind: 'lumper', amount: '180', ownerShare: 'none', approval: 'asked' },
      { kind: 'other', amount: '-0.03', ownerShare: 'percent', ownerPercent: '50', approval: 'refused' },
    ],
  }).catch((error: unknown) => { console.error(error); throw error })
  await page.goto(`/loads/${load.id}`)
  await page.getByRole('region', { name: 'Charges' }).getByText('Kim Ortega').waitFor()
  await page.screenshot({ path: `/tmp/ch-page-${name}.png`, fullPage: true })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('tab', { name: 'Financial' }).click()
  await page.getByText('Pays the owner').waitFor()
  await page.screenshot({ path: `/tmp/ch-form-${name}.png` })
  await page.getByRole('button', { name: 'Stop, times and answer of Detention' }).click()
  await page.getByText('at the stop').scrollIntoViewIfNeeded()
  await page.screenshot({ path: `/tmp/ch-form2-${name}.png` })
  await page.getByText('Billed to the broker').scrollIntoViewIfNeeded()
  await page.screenshot({ path: `/tmp/ch-form3-${name}.png` })
})
