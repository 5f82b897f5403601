/** The list of purchases says where each stands (SPEC C565, C577). */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Line } from '#core/settlements/lines.ts'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { call, create, enter, findText, findToast, open, press } from '#web/testing/page.tsx'

const NAME = 'Card 0541, 1/9/2026'

test('C565 C577 A purchase leads to its settlement, and is put back where it was taken off', async () => {
  await enter()
  const { id: ownerId } = await create('owners', makeSample('owners'))
  const truck = { ...makeSample('trucks'), truckId: '104', ownerId }
  const { id: truckId } = await create('trucks', truck)
  await open('/fuel-and-tolls/import')
  await chooseFiles('CSV file or Excel workbook', makeFile('week.csv', efsFile([{}])))
  await press('Save 1 Purchase')
  await findToast('1 purchase saved.')
  const draft = { truckId, settlementDate: '2026-01-09', startFromDefaults: true }
  const { id } = await call<{ id: number }>('POST', '/api/billing', draft)

  await open('/fuel-and-tolls')
  await findText('On Settlement')
  await findText('Draft')
  const link = await screen.findByRole('link', { name: `Open the settlement of ${NAME}` })
  expect(link.getAttribute('href')).toBe(`/settlements/statements/${id}`)

  const [line] = await call<Line[]>('GET', `/api/billing/${id}/expenses`)
  const path = `/api/billing/${id}/expenses/${line?.id}/take-off`
  await call('POST', path, { reason: 'The carrier pays it' })
  await open('/fuel-and-tolls?pile=off')
  await findText('The carrier pays it')
  await press(`Put Back ${NAME}`)
  await findToast('Card purchase is charged again')
  expect(await call('GET', '/api/card-purchases')).toMatchObject([{ pile: 'ready' }])
})
