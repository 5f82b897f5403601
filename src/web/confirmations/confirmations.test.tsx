/** What the screens make of a rate confirmation: doubts, differences, and files that can't be read. */
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { typeText } from '#core/documents/type-text.ts'
import type { DocumentFacts } from '#core/documents/documents.ts'
import { drawPdf, type DrawnPaper } from '#server/testing/confirmations/draw.ts'
import { ntg } from '#server/testing/confirmations/ntg.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, dropFiles, makeFile } from '#web/testing/files.ts'
import {
  call,
  create,
  enter,
  fill,
  findText,
  findToast,
  open,
  press,
  setClock,
  user,
} from '#web/testing/page.tsx'
import { readPdfsHere } from '#web/testing/read-pdfs.ts'

beforeAll(readPdfsHere)

type Pages = DrawnPaper['pages']

/** The paper with other texts. */
function change(pages: Pages, replacements: Record<string, string>): Pages {
  return pages.map((page) =>
    page.map((drawn) => {
      let { text } = drawn
      for (const [before, after] of Object.entries(replacements)) text = text.replace(before, after)
      return { ...drawn, text }
    }),
  )
}

const CHANGED = change(ntg.pages, { '$3,000.00': '$3,100.00', '$3,420.00': '$3,520.00' })

/** The drawn papers are dated November 2026. */
async function openPaper(content: string | Uint8Array): Promise<void> {
  await openFile(makeFile('paper.pdf', content))
}

async function openFile(file: File): Promise<void> {
  setClock('2026-11-21T09:00:00')
  await open('/loads?confirmation')
  await screen.findByLabelText('Rate confirmation (PDF or photo)')
  await chooseFiles('Rate confirmation (PDF or photo)', file)
}

test('C124 A damaged file, or one that is not a PDF, is rejected with a clear message', async () => {
  await enter()
  await openPaper('%PDF-1.7 broken')
  await findText('This file is not a PDF, or it is damaged.')
})

test('C125 Another confirmation of a load shows its differences; selected ones are applied', async () => {
  await enter()
  const { brokerLoadNumber, pickupDate, total } = ntg.expected
  const load = { ...makeSample('loads', 1), loadId: brokerLoadNumber, pickupDate, revenue: total }
  const { id } = await create('loads', load)
  await openPaper(await drawPdf(CHANGED))
  const name = `Revision of Load ${brokerLoadNumber}`
  const dialog = await screen.findByRole('dialog', { name })
  await user.click(await within(dialog).findByRole('checkbox', { name: /^Revenue/ }))
  await press('Apply 1 Change', dialog)
  await findToast(`Load ${brokerLoadNumber} updated`)
  expect(await call('GET', `/api/loads/${id}`)).toMatchObject({ revenue: '3520.00' })
  // The paper is stored after the change.
  await waitFor(async () => expect(await call('GET', `/api/loads/${id}/documents`)).toHaveLength(1))
})

test('C121 C123 C124 An unclear total and a new broker are offered, not guessed', async () => {
  await enter()
  await openPaper(await drawPdf(change(CHANGED, { '$3,520.00': '$3,250.00' })))
  await findText('but its charges add up to $3,520.00')
  const form = await screen.findByRole('dialog', { name: 'New Load from a Rate Confirmation' })
  const revenue = within(form).getByRole<HTMLInputElement>('textbox', { name: 'Revenue' })
  expect(revenue.value).toBe('')
  await press('$3,250.00', form)
  await waitFor(() => expect(revenue.value).toBe('3,250.00'))
  await press(/^Add Nolan Transportation Group/, form)
  const broker = await screen.findByRole('dialog', { name: 'Add New Broker' })
  await within(broker).findByLabelText(/^Company Name/)
  await press('Save', broker)
  await findText('Nolan', await within(form).findByRole('combobox', { name: /^Broker/ }))
})

test('C155 A confirmation is read after an upload, or by a button, or its total is typed', async () => {
  await enter()
  const { id } = await create('loads', { ...makeSample('loads', 2), revenue: '3000.00' })
  const store = async (content: string | Uint8Array) => {
    const path = `/api/loads/${id}/documents?kind=rate-confirmation&name=stored`
    const body = makeFile('stored.pdf', content)
    const headers = { 'content-type': 'application/pdf' }
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201)
  }
  await store(await drawPdf(ntg.pages))
  await open(`/loads/${id}`)
  await findText('The rate confirmation has not been read yet.')
  await press('Read It')
  await findText('The rate confirmation says $3,420.00.')
  const again = makeFile('rate confirmation.pdf', await drawPdf(CHANGED))
  await chooseFiles('Documents to add', again)
  await press('Upload 1 Document')
  await findText('The rate confirmation says $3,520.00.')
  await store(await drawPdf([[]]))
  await open(`/loads/${id}`)
  await findText('The rate confirmation has not been read yet.')
  await fill({ 'Total on the Document': '3000' })
  await press('Save Total')
  await findText('Agrees with the rate confirmation: $3,000.00.')
  await findText('typed the total of the rate confirmation.')
})

const MESSAGE = `Blackhawk Freight
Load # 551-9942
Driver: Luis Ruiz
Truck #: 104

Pickup: Arden Steel Supply, 100 Main St, Dallas, TX 75236 on 11/24/2026 at 08:00
Delivery: Hollow Creek Mills, 12 Elm St, Eagan, MN 55121 on 11/26/2026 at 14:30
Rate: $2,150.00 all in`

/** Pastes the text of a message and reads it. */
async function readText(text: string): Promise<void> {
  setClock('2026-11-21T09:00:00')
  await open('/loads?confirmation')
  const area = await screen.findByLabelText(/^Or paste the text/)
  await user.click(area)
  await user.paste(text)
  await press('Read the Text')
}

function findTextbox(name: string, inside: HTMLElement) {
  return within(inside).getByRole<HTMLInputElement>('textbox', { name })
}

test('C415 C416 C521 The pasted text of an email fills a load, with the truck, trailer and driver that it names', async () => {
  await enter()
  await create('trucks', { ...makeSample('trucks', 1), truckId: '104' })
  await create('trailers', { ...makeSample('trailers', 1), trailerId: '53120' })
  await create('drivers', { ...makeSample('drivers', 1), name: 'Luis Ruiz' })
  await readText(MESSAGE.replace('Truck #: 104', 'Truck #: 104\nTrailer #: 53120'))
  await findText('values read from Confirmation text.pdf')
  const form = await screen.findByRole('dialog', { name: 'New Load from a Rate Confirmation' })
  await waitFor(() => expect(findTextbox('Revenue', form).value).toBe('2,150.00'))
  expect(findTextbox('Broker Load #', form).value).toBe('551-9942')
  expect(findTextbox('Pickup City', form).value).toBe('Dallas')
  expect(findTextbox('Delivery City', form).value).toBe('Eagan')
  await findText('104', await within(form).findByRole('combobox', { name: /^Truck/ }))
  await findText('53120', await within(form).findByRole('combobox', { name: /^Trailer/ }))
  await findText('Luis Ruiz', await within(form).findByRole('combobox', { name: /^Driver(?! 2)/ }))
})

test('C410 A paper with two loads asks which one to enter, and fills in only that one', async () => {
  await enter()
  const second = MESSAGE.replace('551-9942', '551-9943').replace(
    'Dallas, TX 75236',
    'Reno, NV 89506',
  )
  await readText(`${MESSAGE}\n\n${second.replace('2,150', '2,990')}`)
  const question = await screen.findByRole('dialog', {
    name: 'This Confirmation Has Several Loads',
  })
  await press('Load 551-9943', question)
  await findText('values read from Confirmation text.pdf')
  const form = await screen.findByRole('dialog', { name: 'New Load from a Rate Confirmation' })
  await waitFor(() => expect(findTextbox('Revenue', form).value).toBe('2,990.00'))
  expect(findTextbox('Pickup City', form).value).toBe('Reno')
})

/** A message that confirms a load of this number. */
const makeMessage = (number: string) =>
  makeFile(`${number}.pdf`, typeText(MESSAGE.replace('551-9942', number)))

/** The form of a paper, once it is read. `place`: " (2 of 3)". */
function findForm(place: string): Promise<HTMLElement> {
  return waitFor(() => {
    const name = `New Load from a Rate Confirmation${place}`
    const form = screen.getByRole('dialog', { name })
    findTextbox('Load #', form)
    return form
  })
}

/** Types the carrier's own number of the load, and saves. */
async function saveAs(loadId: string, form: HTMLElement): Promise<void> {
  await user.type(findTextbox('Load #', form), loadId)
  await press('Save', form)
}

test('C480 Several papers open one after the other; what was left out is said', async () => {
  await enter()
  setClock('2026-11-21T09:00:00')
  await open('/loads')
  await press('More ways to add a load')
  await user.click(await screen.findByRole('menuitem', { name: 'From Rate Confirmation' }))
  const files = ['551-9942', '551-9943', '551-9944'].map(makeMessage)
  await chooseFiles('Rate confirmations (PDFs or photos)', ...files)
  await saveAs('L-1', await findForm(' (1 of 3)'))
  await press('Cancel', await findForm(' (2 of 3)'))
  await press('Discard')
  const question = await screen.findByRole('dialog', { name: '551-9943.pdf Was Not Entered' })
  await findText('1 document is left.', question)
  await press('Next Document', question)
  await saveAs('L-3', await findForm(' (3 of 3)'))
  await findToast('2 of 3 documents entered')
  await findText('Not entered: 551-9943.pdf')
  const loads = await call<{ brokerLoadNumber: string }[]>('GET', '/api/loads?sort=loadId')
  expect(loads.map(({ brokerLoadNumber }) => brokerLoadNumber)).toEqual(['551-9942', '551-9944'])
})

test.each(['/', '/loads'])('C480 A new account sees at %s where to drop papers', async (path) => {
  await enter()
  setClock('2026-11-21T09:00:00')
  await open(path)
  await findText('Drop PDFs here: each rate confirmation becomes a load.')
  dropFiles(makeMessage('551-9942'))
  await saveAs('L-1', await findForm(''))
  await findToast('Load added successfully')
})

test('C481 A rate confirmation in the inbox makes a load, and moves to it', async () => {
  await enter()
  setClock('2026-11-21T09:00:00')
  await open('/documents')
  await findText('The inbox is empty.')
  dropFiles(makeFile('rate confirmation.pdf', typeText(MESSAGE)))
  await press('Upload 1 Document')
  await press('Make a load of rate confirmation.pdf')
  await saveAs('L-1', await findForm(''))
  await findText('The inbox is empty.')
  const [load] = await call<{ id: number }[]>('GET', '/api/loads')
  const documents = await call<DocumentFacts[]>('GET', `/api/loads/${load?.id}/documents`)
  expect(documents.map(({ originalName }) => originalName)).toEqual(['rate confirmation.pdf'])
  expect(await call('GET', `/api/loads/${load?.id}/confirmation`)).toMatchObject({
    total: '2150.00',
  })
})

test('C481 C125 A revision in the inbox replaces the earlier confirmation and leaves the inbox', async () => {
  await enter()
  const load = { ...makeSample('loads'), brokerLoadNumber: '551-9942', revenue: '2000' }
  const { id } = await create('loads', { ...load, pickupDate: '2026-11-24' })
  const store = (path: string, text: string) =>
    fetch(`${path}?kind=rate-confirmation&name=paper.pdf`, {
      method: 'POST',
      headers: { 'content-type': 'application/pdf' },
      body: makeFile('paper.pdf', typeText(text)),
    })
  await store(`/api/loads/${id}/documents`, MESSAGE)
  await store('/api/documents', `${MESSAGE}\nRevised`)
  setClock('2026-11-21T09:00:00')
  await open('/documents')
  await press('Make a load of paper.pdf')
  const dialog = await screen.findByRole('dialog', { name: 'Revision of Load L-1' })
  await press('Store It Without Changes', dialog)
  await findText('The inbox is empty.')
  const documents = await call<DocumentFacts[]>('GET', `/api/loads/${id}/documents`)
  expect(documents.map(({ replacedById }) => replacedById !== null)).toEqual([true, false])
})

/** A saved email with these attachments. */
function makeMail(...papers: { name: string; bytes: Uint8Array }[]): File {
  const parts = papers.flatMap(({ name, bytes }) => [
    '--part',
    'Content-Type: application/octet-stream',
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    btoa(String.fromCharCode(...bytes)),
  ])
  const head = ['From: Ann <ann@ntg.example>', 'Subject: Rate Confirmation', 'MIME-Version: 1.0']
  const text = ['--part', 'Content-Type: text/plain', '', 'Please sign and return.']
  const type = 'Content-Type: multipart/mixed; boundary=part'
  return makeFile('mail.eml', [...head, type, '', ...text, ...parts, '--part--'].join('\r\n'))
}

test('C504 The rate confirmation of a saved email is read; one of several papers is chosen', async () => {
  await enter()
  const bytes = await drawPdf(ntg.pages)
  await openFile(makeMail({ name: 'Con 1.pdf', bytes }))
  const number = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Broker Load #' })
  expect(number.value).toBe(ntg.expected.brokerLoadNumber)

  await openFile(makeMail({ name: 'Con 1.pdf', bytes }, { name: 'Terms.pdf', bytes }))
  const dialog = await screen.findByRole('dialog', { name: 'This Email Has Several Files' })
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(expect.arrayContaining(['Con 1.pdf', 'Terms.pdf', 'Email text.pdf']))
  await press('Terms.pdf', dialog)
  expect(await screen.findByRole('textbox', { name: 'Broker Load #' })).toBeTruthy()
})

test('C504 An email without a paper is read as text, and an Outlook message says what to do', async () => {
  await enter()
  await openFile(makeFile('note.eml', 'From: a@b.example\nSubject: Load\nDate: x\n\n'))
  await findText('The email has neither a PDF, nor a photo, nor text')
  await openFile(makeFile('mail.msg', '\u00D0'))
  await findText(/An Outlook message \(.msg\) can’t be read/)
})
