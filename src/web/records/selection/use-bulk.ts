/** One change to many records: sent in parts, each of them done once however often it is sent (SPEC B23). */
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
  /** How many were sent and answered, of all. */
  answered: number
  done: number
  failed: BulkFailure[]
  /** Why it went no further; what was answered stays done. */
  stopped?: string
}

const START: BulkProgress = { answered: 0, done: 0, failed: [] }

/** `run` gives the end where all parts were answered, undefined where it stopped: run again, it goes on from there. */
export function useBulk(list: string, ids: number[], change: BulkChange) {
  const [progress, setProgress] = useState<BulkProgress>()
  const reached = useRef(START)
  const { key } = useRequestKey()

  function reach(next: BulkProgress) {
    reached.current = next
    setProgress(next)
  }

  async function sendPart() {
    const { answered, done, failed } = reached.current
    const part = ids.slice(answered, answered + LARGEST_BULK)
    const body = { ids: part, ...change }
    // A part that is sent again is the same part, and has the same key.
    const headers = { 'Idempotency-Key': `${key}-${answered}` }
    const answer = await request<BulkAnswer>('POST', `/api/${list}/bulk`, { body, headers })
    reach({
      answered: answered + part.length,
      done: done + answer.done,
      failed: [...failed, ...answer.failed],
    })
  }

  async function run(): Promise<BulkProgress | undefined> {
    const { answered, done, failed } = reached.current
    reach({ answered, done, failed })
    try {
      while (reached.current.answered < ids.length) await sendPart()
      return reached.current
    } catch (error) {
      reach({ ...reached.current, stopped: error instanceof Error ? error.message : String(error) })
    } finally {
      await refetchLists()
    }
  }

  return { progress, run }
}
