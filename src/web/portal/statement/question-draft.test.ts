import { expect, onTestFinished, test, vi } from 'vitest'
import { setStorageOwner } from '#web/api/own-storage.ts'
import { forgetQuestionDrafts, keepQuestionDraft, readQuestionDraft } from './question-draft.ts'

const ANN = { id: 'ann', account: { id: 'a' } }
const OTHER_ACCOUNT = { ...ANN, account: { id: 'b' } }

function stubSessionStorage(): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    get length() {
      return stored.size
    },
    key: (at: number) => [...stored.keys()][at] ?? null,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
    clear: () => stored.clear(),
  })
  onTestFinished(() => {
    setStorageOwner(null)
    vi.unstubAllGlobals()
  })
  return stored
}

test('C67 Log Out removes the drafts of questions of every account, and nothing else', () => {
  const stored = stubSessionStorage()
  for (const owner of [ANN, OTHER_ACCOUNT]) {
    setStorageOwner(owner)
    keepQuestionDraft(7, 'load-1', 'Why?')
    keepQuestionDraft(7, 'line-2', 'And this?')
  }
  stored.set('scroll-positions', '{}')
  stored.set('a.ann.columns.question-7', 'loadId')
  forgetQuestionDrafts()
  expect(readQuestionDraft(7, 'load-1')).toBe('')
  expect([...stored.keys()]).toEqual(['scroll-positions', 'a.ann.columns.question-7'])
})

test('C67 Without storage, Log Out has no drafts to remove', () => {
  vi.stubGlobal('sessionStorage', undefined)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  expect(forgetQuestionDrafts).not.toThrow()
})
