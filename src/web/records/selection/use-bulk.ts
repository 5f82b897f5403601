/** Runs one change on many records in parts. Each part is applied once, however often it is sent (SPEC B23). */
import { useRef, useState } from 'react'
import {
  LARGEST_BULK,
  type BulkAnswer,
  type BulkFailure,
  type BulkRequest,
} from '#core/entities/bulk.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { useRequestKey } from '#web/api/request-key.ts'

export type BulkChange = Pick<BulkRequest, 'set' | 'delete'>

export type BulkProgress = {
  /** The number of records whose part was answered. */
  answered: number
  done: number
  failed: BulkFailure[]
  /** The error that stopped the run; the answered parts stay done. */
  stopped?: string
}

const START: BulkProgress = { answered: 0, done: 0, failed: [] }

/** `run` returns undefined if it stopped; running again continues from there. */
export function useBulk(list: string, ids: number[], change: BulkChange) {
  const [progress, setProgress] = useState<BulkProgress>()
  const latest = useRef(START)
  const { key } = useRequestKey()

  function update(next: BulkProgress) {
    latest.current = next
    setProgress(next)
  }

  async function sendPart() {
    const { answered, done, failed } = latest.current
    const part = ids.slice(answered, answered + LARGEST_BULK)
    const body = { ids: part, ...change }
    // A repeated part has the same key.
    const headers = { 'Idempotency-Key': `${key}-${answered}` }
    const answer = await request<BulkAnswer>('POST', `/api/${list}/bulk`, { body, headers })
    update({
      answered: answered + part.length,
      done: done + answer.done,
      failed: [...failed, ...answer.failed],
    })
  }

  async function run(): Promise<BulkProgress | undefined> {
    const { answered, done, failed } = latest.current
    update({ answered, done, failed })
    try {
      while (latest.current.answered < ids.length) await sendPart()
      return latest.current
    } catch (error) {
      update({ ...latest.current, stopped: error instanceof Error ? error.message : String(error) })
    } finally {
      await refetchLists()
    }
  }

  return { progress, run }
}
