import { afterEach, expect, test, vi } from 'vitest'
import { SETTLED } from '#core/api.ts'
import { settledQuestion } from './server-questions.ts'
import { undo } from './undo.ts'

afterEach(() => vi.unstubAllGlobals())

/** Two parts of an undo, each of which asks unless it has an answer. Returns the addresses that were sent. */
function stubServer(): string[] {
  const sent: string[] = []
  const question = { message: 'Settled', confirm: SETTLED, statements: [], canAdjust: false }
  const answer = (path: string) => {
    sent.push(path)
    if (!path.includes('?')) return Response.json(question, { status: 409 })
    const next = sent.length < 4 ? 7 : null
    return Response.json({ done: 500, failed: [], notes: [], next })
  }
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(answer(path)))
  return sent
}

test('C360 An undo in several parts asks once, and the next undo asks again', async () => {
  const path = '/api/operations/a/undo'
  const parts = [path, `${path}?settled=leave`, path, `${path}?settled=leave`]
  for (let run = 0; run < 2; run++) {
    const sent = stubServer()
    const done = undo({ operation: 'a', undone: (count) => `${count} loads restored` })
    await expect.poll(() => settledQuestion.readOpen()).toBeDefined()
    settledQuestion.readOpen()?.answer('leave')
    await done
    expect(sent).toEqual(parts)
  }
})
