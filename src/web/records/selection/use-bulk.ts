/** Runs one change on many records in parts. Each part is applied once, however often it is sent (SPEC B23). */
import { useRef, useState } from 'react'
import {
  LARGEST_BULK,
  type BulkResponse,
  type BulkFailure,
  type BulkRequest,
} from '#core/entities/bulk.ts'
import { request } from '#web/api/client.ts'
import { refetchLists } from '#web/api/queries.ts'
import { newKey } from '#web/api/request-key.ts'
import { operationHeaders } from '#web/api/undo.ts'

export type BulkChange = Pick<BulkRequest, 'set' | 'delete'>

export type BulkProgress = {
  /** The number of records whose part was processed. */
  processed: number
  done: number
  failed: BulkFailure[]
  /** The error that stopped the run; the parts processed before it stay changed. */
  stopped?: string
}

const START: BulkProgress = { processed: 0, done: 0, failed: [] }

/** `run` returns undefined if it stopped; running again continues from there. */
export function useBulk(list: string, ids: number[], change: BulkChange) {
  const [progress, setProgress] = useState<BulkProgress>()
  const latest = useRef(START)
  const [key] = useState(newKey)

  function update(next: BulkProgress) {
    latest.current = next
    setProgress(next)
  }

  async function sendPart() {
    const { processed, done, failed } = latest.current
    const part = ids.slice(processed, processed + LARGEST_BULK)
    const body = { ids: part, ...change }
    // A repeated part has the same key. All parts are one operation.
    const headers = { 'Idempotency-Key': `${key}-${processed}`, ...operationHeaders(key) }
    const response = await request<BulkResponse>('POST', `/api/${list}/bulk`, { body, headers })
    update({
      processed: processed + part.length,
      done: done + response.done,
      failed: [...failed, ...response.failed],
    })
  }

  async function run(): Promise<BulkProgress | undefined> {
    const { processed, done, failed } = latest.current
    update({ processed, done, failed })
    try {
      while (latest.current.processed < ids.length) await sendPart()
      return latest.current
    } catch (error) {
      update({ ...latest.current, stopped: error instanceof Error ? error.message : String(error) })
    } finally {
      await refetchLists()
    }
  }

  return { progress, run, operation: key }
}
