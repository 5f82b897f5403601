/** Papers that are kept with a factor and with a broker check (SPEC C290, C291). */
import { test } from 'vitest'
import { makePdf } from '#server/testing/documents/make-pdf.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { create, enter, findButton, findText, findToast, open, press } from '#web/testing/page.tsx'

const FACTOR = {
  name: 'Apex Funding',
  remitTo: 'P.O. Box 1\nFort Worth, TX 76101',
  notice: 'This invoice is assigned to Apex Funding.',
  email: null,
  clientNumber: 'C-9',
  advancePercent: '90',
  feePercent: '3',
  recourseDays: 90,
  isDefault: false,
  firstDay: '2026-01-01',
  lastDay: null,
}

const paper = (name: string) => makeFile(name, makePdf({ pages: 1, text: name }))

test('C290 A release letter is kept on the factor’s page, and its deletion can be undone', async () => {
  await enter()
  const { id } = await create('factors', FACTOR)
  await open(`/factoring/${id}`)
  await findText('No release letters yet.')
  await chooseFiles('Add Release Letter', paper('Release of 1042.pdf'))
  const name = 'Release Letter Release of 1042 (1 p).pdf'
  await findToast(`${name} added`)
  await findButton(name)
  await press(`Delete ${name}`)
  await findText('No release letters yet.')
  await press('Undo')
  await findButton(name)
})

test('C291 A PDF of the page that a user checked is kept with the manual check', async () => {
  await enter()
  const broker = await create('brokers', { ...makeSample('brokers'), companyName: 'Summit' })
  const check = { day: '2026-11-20', result: 'active', note: 'Called the broker' }
  await create(`brokers/${broker.id}/checks`, check)
  await open(`/brokers/${broker.id}`)
  await findText('Called the broker')
  await chooseFiles('Add Page or PDF', paper('safer.pdf'))
  await findButton('Broker Check safer (1 p).pdf')
})
