/** The action of a screen: `useAction`. */
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { CANCELED_MESSAGE } from '#core/messages.ts'
import {
  answer,
  findButton,
  findNoText,
  findText,
  findToast,
  hold,
  listSent,
  press,
} from '#web/testing/page.tsx'
import { QuestionDialog } from '#web/ui/overlays/question-dialog.tsx'
import { ToastProvider } from '#web/ui/overlays/toast.tsx'
import { request } from './client.ts'
import { queryClient } from './queries.ts'
import { useAction } from './use-action.ts'

const PATH = /^\/api\/things$/

type Options = Pick<
  Parameters<typeof useAction<unknown, string, { version: number }>>[0],
  'asks' | 'onConflict' | 'onDone' | 'onFields' | 'onFailure'
>

function Thing(options: Options) {
  const saving = useAction({
    send: (name: string, { key, confirmed }) =>
      request('POST', '/api/things', {
        body: { name, confirmed },
        headers: { 'Idempotency-Key': key },
      }),
    done: (_, name) => `${name} saved`,
    failed: 'Failed to save',
    ...options,
  })
  return (
    <>
      <button onClick={() => saving.run('Wrench')}>{saving.busy ? 'Saving...' : 'Save'}</button>
      <button onClick={() => saving.avoid((name) => `${name} 2`)}>Avoid</button>
      <p>Failure: {saving.failure ?? 'none'}</p>
      <p>Name: {saving.fields.name?.join('. ') ?? 'right'}</p>
      <QuestionDialog request={saving} title="Really?" label="Yes" />
    </>
  )
}

function show(options: Options = {}): void {
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Thing {...options} />
      </ToastProvider>
    </QueryClientProvider>,
  )
}

const keys = () => listSent('POST').map(({ headers }) => headers.get('Idempotency-Key'))
const bodies = () => listSent('POST').map(({ body }) => JSON.parse(String(body)) as unknown)
const question = { message: 'That name is taken. Save it?', confirm: 'name' }

test('A7.2 A success shows its toast and refetches the lists', async () => {
  const refetch = vi.spyOn(queryClient, 'invalidateQueries')
  answer('POST', PATH, 201, { id: 1 })
  show()
  await press('Save')
  await findToast('Wrench saved')
  expect(refetch).toHaveBeenCalledWith()
  refetch.mockRestore()
})

test('A second click is ignored while the first is busy', async () => {
  const release = hold('POST', PATH)
  show()
  const save = await findButton('Save')
  fireEvent.click(save)
  fireEvent.click(save)
  fireEvent.click(await findButton('Saving...'))
  expect(listSent('POST')).toHaveLength(1)
  release()
})

test('B7 A failure says why, and marks the fields', async () => {
  const onFields = vi.fn<() => void>()
  const fields = { name: ['Enter a name'] }
  answer('POST', PATH, 400, { message: 'Invalid request', fields })
  show({ onFields })
  await press('Save')
  await findToast('Invalid request')
  await findText('Failure: Invalid request')
  await findText('Name: Enter a name')
  expect(onFields).toHaveBeenCalledWith(fields, 'Wrench')
})

test('B23 A lost answer keeps the key. After an answer the next attempt has another', async () => {
  const end = answer('POST', PATH, 0)
  show()
  await press('Save')
  await findText("Failure: Can't reach the server")
  await press('Save')
  await waitFor(() => expect(keys()).toHaveLength(2))
  end()
  answer('POST', PATH, 201, {})
  await press('Save')
  await findToast('Wrench saved')
  await press('Save')
  await waitFor(() => expect(keys()).toHaveLength(4))
  const [first, ...others] = keys()
  expect(others.map((key) => key === first)).toEqual([true, true, false])
})

test('C11 A confirmed question sends the same again with the answer', async () => {
  const end = answer('POST', PATH, 409, question)
  show({ asks: 'everything' })
  await press('Save')
  await findText(question.message)
  await findText('Failure: none')
  end()
  answer('POST', PATH, 201, {})
  await press('Yes')
  await findToast('Wrench saved')
  expect(bodies()).toEqual([
    { name: 'Wrench', confirmed: [] },
    { name: 'Wrench', confirmed: ['name'] },
  ])
})

test('C11 A question can be answered with something else, or closed', async () => {
  answer('POST', PATH, 409, question)
  show({ asks: ['name'] })
  await press('Save')
  await findText('Really?')
  fireEvent.click(await screen.findByText('Avoid'))
  await waitFor(() => expect(bodies()).toHaveLength(2))
  expect(bodies()[1]).toEqual({ name: 'Wrench 2', confirmed: [] })
  await press('Cancel', await screen.findByRole('alertdialog'))
  await findNoText('Really?')
  await findText('Failure: none')
})

test('C11 A question that the screen does not ask is a failure', async () => {
  const onFailure = vi.fn<() => void>()
  answer('POST', PATH, 409, question)
  show({ asks: ['price'], onFailure })
  await press('Save')
  await findToast('Failed to save')
  await findText(`Failure: ${question.message}`)
  await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
})

test('B22 A conflict is handed over with what is stored now', async () => {
  const onConflict = vi.fn(({ version }: { version: number }) => `Version ${version} is newer`)
  answer('POST', PATH, 412, { message: 'Changed', current: { version: 4 } })
  show({ onConflict })
  await press('Save')
  await findToast('Version 4 is newer')
})

test('C375 A canceled request did not fail', async () => {
  answer('POST', PATH, 409, { message: CANCELED_MESSAGE })
  show()
  await press('Save')
  await findToast(CANCELED_MESSAGE)
  await findNoText('Failed to save')
  await findText('Failure: none')
})
