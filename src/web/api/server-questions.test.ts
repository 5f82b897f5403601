import { expect, test } from 'vitest'
import { shareAnswer, startSharing } from './server-questions.ts'

/** Answers with the given answers, one after the other, and counts the questions. */
function makeQuestion(...answers: (string | null)[]) {
  const asked: string[] = []
  const ask = (message: string) => {
    asked.push(message)
    return Promise.resolve(answers[asked.length - 1] ?? null)
  }
  return { asked, ask }
}

test('C375 A reason counts for one bulk step only', async () => {
  const { asked, ask } = makeQuestion('late', 'twice')
  const share = shareAnswer(ask)
  const end = startSharing()
  expect(await share('a')).toBe('late')
  expect(await share('b')).toBe('late')
  end()
  expect(await share('c')).toBe('twice')
  expect(asked).toEqual(['a', 'c'])
})

test('C375 Without a bulk step, each change asks, and requests that are sent at once ask once', async () => {
  const { asked, ask } = makeQuestion('late', 'twice')
  const share = shareAnswer(ask)
  expect(await Promise.all([share('a'), share('b')])).toEqual(['late', 'late'])
  expect(await share('c')).toBe('twice')
  expect(asked).toEqual(['a', 'c'])
})

test('C341 C375 A question that is canceled in a bulk step is not asked again', async () => {
  const { asked, ask } = makeQuestion('saved', null, 'saved')
  const share = shareAnswer(ask, (answer) => answer === null)
  const end = startSharing()
  expect([await share('a'), await share('b'), await share('c')]).toEqual(['saved', null, null])
  end()
  expect(await share('d')).toBe('saved')
  expect(asked).toEqual(['a', 'b', 'd'])
})
