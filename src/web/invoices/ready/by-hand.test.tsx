import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Invoice } from '#core/invoices/responses.ts'
import { makeSample } from '#server/testing/samples.ts'
import { createApproved, createDelivered } from '#web/testing/invoices.ts'
import {
  answer,
  call,
  changeAnswer,
  create,
  enter,
  findButton,
  findText,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

type Created = { created: { id: number }[] }

test('C350 C351 Without a mail server, invoices are sent only after their packets were downloaded and a person says so', async () => {
  await enter()
  const place = { address: '1 Main St', bolStatus: 'received', deliveryStatus: 'delivered' }
  const ids: number[] = []
  for (const at of [1, 2]) {
    const { id: brokerId } = await create('brokers', { ...makeSample('brokers', at), ...place })
    const load = { ...makeSample('loads', at), ...place, brokerId, paymentStatus: 'unpaid' }
    const { id: loadId } = await create('loads', load)
    const sent = { brokerId, loadIds: [loadId] }
    const { created } = await call<Created>('POST', '/api/invoices', sent)
    const id = created[0]?.id ?? 0
    const confirmed = ['papers', 'confirmation', 'asked']
    await call('POST', `/api/invoices/${id}/approve`, { confirmed })
    ids.push(id)
  }
  await open('/invoices?all&tab=sent')
  await findText('2 approved invoices')
  await press('Send 2 Invoices')
  const dialog = await screen.findByRole('dialog', { name: /^Send 2 Invoices/ })
  await findText('2 not sent yet.', dialog)
  const prepare = await findButton('Prepare 2 Packets', dialog)
  await waitFor(() => expect(prepare.getAttribute('aria-disabled')).toBe('false'))
  await user.click(prepare)
  const link = await screen.findByRole('link', { name: 'Download 2 Packets (ZIP)' })
  expect(link.getAttribute('href')).toContain(`/api/invoices/packets.zip?ids=${ids.join(',')}`)
  expect(screen.queryByRole('button', { name: 'Mark 2 as Sent' })).toBeNull()
  expect(prepare.textContent).toBe('Close')
  const read = () => call<{ status: string }[]>('GET', '/api/invoices?sort=id')
  expect((await read()).map(({ status }) => status)).toEqual(['approved', 'approved'])
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
  await findText('mark these 2 as sent?', dialog)
  await press('Mark 2 as Sent', dialog)
  await findText('2 of 2 invoices marked as sent')
  expect((await read()).map(({ status }) => status)).toEqual(['sent', 'sent'])
  await waitFor(() => expect(prepare.textContent).toBe('Done'))
  expect(document.activeElement, 'focus after marking').toBe(prepare)
})

test('C351 Of 101 packets, the first hundred are downloaded and marked as sent, then the last one', async () => {
  await enter()
  const { brokerId, loads } = await createDelivered(1)
  const id = await createApproved(brokerId, loads)
  // One invoice, shown 101 times: it would take long to create them.
  changeAnswer(/sending=not-sent/, ([invoice]: Invoice[]) =>
    Array.from({ length: 101 }, (_, at) => ({ ...invoice, id: id + at })),
  )
  answer('GET', /\/packet$/, 200, { missing: [], problems: [] })
  answer('POST', /\/api\/invoices\/send$/, 200, [{ result: 'sent', message: null }])
  await open('/invoices?all&tab=sent')
  await press('Send 101 Invoices')
  const dialog = await screen.findByRole('dialog', { name: /^Send 101 Invoices/ })
  const prepare = await findButton('Prepare 101 Packets', dialog)
  await waitFor(() => expect(prepare.getAttribute('aria-disabled')).toBe('false'))
  await user.click(prepare)
  for (const [packets, count] of [
    ['100 Packets', 100],
    ['1 Packet', 1],
  ] as const) {
    const link = await within(dialog).findByRole('link', { name: `Download ${packets} (ZIP)` })
    expect(link.getAttribute('href')?.split(',')).toHaveLength(count)
    link.addEventListener('click', (event) => event.preventDefault())
    await user.click(link)
    await press(`Mark ${count} as Sent`, dialog)
    await findText(`${count} of ${count} invoices marked as sent`, dialog)
  }
  await findButton('Done', dialog)
})
