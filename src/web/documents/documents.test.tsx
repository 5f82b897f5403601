/** The inbox of papers, and papers that a rule requires (SPEC C116, C129, C130). */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { makeSample } from '#server/testing/samples.ts'
import { dropFiles, makeFile } from '#web/testing/files.ts'
import { follow } from '#web/testing/loads.ts'
import {
  call,
  create,
  enter,
  findButton,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'
import { readPdfsHere } from '#web/testing/read-pdfs.ts'

beforeAll(readPdfsHere)

const makePaper = (name: string) => makeFile(name, makePdf({ pages: 1, text: 'Signed' }))

test('C116 A document in the inbox moves to the chosen load', async () => {
  await enter()
  const { id } = await create('loads', makeSample('loads'))
  await open('/documents')
  await findText('The inbox is empty.')
  dropFiles(makePaper('POD.pdf'))
  await press('Upload 1 Document')
  await user.click(await screen.findByRole('combobox', { name: 'Load of POD.pdf' }))
  await user.click(await screen.findByRole('option', { name: /L-1/ }))
  await findText('The inbox is empty.')
  const documents = await call<DocumentFacts[]>('GET', `/api/loads/${id}/documents`)
  expect(documents.map(({ kind }) => kind)).toEqual(['pod'])
})

test('C129 C130 A lumper receipt is required if a lumper is charged, until it is uploaded', async () => {
  await enter()
  await open('/settings/documents')
  const rules = await screen.findByRole('region', { name: 'Required Documents' })
  const rule = await within(rules).findByLabelText('Lumper Receipt, Ready to Settle')
  await user.selectOptions(rule, 'If Lumper')
  await findToast('Required documents saved')

  const truck = await create('trucks', { ...makeSample('trucks'), truckId: '104' })
  const day = new Date().toLocaleDateString('en-CA')
  const days = { settlementDate: day, pickupDate: day, deliveryDate: day }
  const delivered = { deliveryStatus: 'delivered', bolStatus: 'received', truckId: truck.id }
  const { id } = await create('loads', { ...makeSample('loads'), ...delivered, ...days })
  await create('loads', { ...makeSample('loads', 2), ...delivered, ...days })
  const charges = [{ kind: 'lumper', amount: '180.00', ownerShare: 'none' }]
  await call('PUT', `/api/loads/${id}/charges`, { charges })

  await open('/loads')
  await follow('Missing Documents')
  await findText('Lumper Receipt', await screen.findByRole('row', { name: /L-1/ }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /L-2/ })).toBe(null))
  await open(`/settlements/run?week=${day}`)
  await findButton('Missing lumper receipt 1')
  await open(`/loads/${id}`)
  await findText('Lumper Receipt', await screen.findByRole('region', { name: 'Missing documents' }))
  const path = `/api/loads/${id}/documents?name=lumper.pdf&kind=lumper-receipt`
  const headers = { 'content-type': 'application/pdf' }
  await fetch(path, { method: 'POST', headers, body: makePaper('lumper.pdf') })
  await open(`/loads/${id}`)
  await findText('lumper.pdf')
  expect(screen.queryByRole('region', { name: 'Missing documents' })).toBe(null)
})
