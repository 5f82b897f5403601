import { expect, test, vi } from 'vitest'
import { DatabaseEndedError, DiskFullError } from '#server/database/embedded/errors.ts'
import { ConnectionError } from '#server/database/prepare.ts'
import { keepTrying } from './keep-trying.ts'

const withCode = (code: string) =>
  new ConnectionError('app', Object.assign(new Error('no connection'), { code }))

/** A start whose first try throws the error, and whose next one succeeds. */
async function startAfter(error: Error) {
  const step = vi.fn<() => Promise<string>>().mockRejectedValueOnce(error)
  const onWait = vi.fn<(error: Error) => void>()
  const { signal: stop } = new AbortController()
  const started = keepTrying(step.mockResolvedValue('started'), { stop, onWait })
  const result = await started.catch((thrown: unknown) => thrown)
  return { result, waitedFor: onWait.mock.calls.flat() }
}

test.each([
  withCode('ECONNREFUSED'),
  new DiskFullError('no space'),
  new DatabaseEndedError('in use', { inUse: true }),
])('C490 A start tries again after: %s', async (error) => {
  expect(await startAfter(error)).toEqual({ result: 'started', waitedFor: [error] })
})

test.each([withCode('28P01'), new DatabaseEndedError('damaged'), new Error('a bug')])(
  'C490 A start ends at once after: %s',
  async (error) => {
    expect(await startAfter(error)).toEqual({ result: error, waitedFor: [] })
  },
)
