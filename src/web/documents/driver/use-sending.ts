import { useState } from 'react'
import type { DriverKind, SentDocument } from '#core/documents/upload-links.ts'
import { ApiError } from '#web/api/client.ts'
import { newKey } from '#web/api/request-key.ts'

/** A file that is being sent. `key`: if it is sent again after a lost connection, it is still one document. */
export type Sending = { file: Blob; name: string; kind: DriverKind; key: string }

export type Send = (sending: Sending, onProgress: (share: number) => void) => Promise<SentDocument>

/** `sending`: what another attempt sends. Undefined if the pages could not be joined. */
type State =
  | { state: 'idle' }
  | { state: 'sending'; share: number }
  | { state: 'failed'; error: Error; sending: Sending | undefined }

/** Sends one file and reports the progress. `retry` sends the same file again. */
export function useSending(send: Send, onSent: (document: SentDocument) => void) {
  const [state, setState] = useState<State>({ state: 'idle' })

  async function attempt(sending: Sending) {
    setState({ state: 'sending', share: 0 })
    try {
      const document = await send(sending, (share) => setState({ state: 'sending', share }))
      setState({ state: 'idle' })
      onSent(document)
    } catch (error) {
      setState({ state: 'failed', error: toError(error), sending })
    }
  }

  const again = findRepeatable(state)
  return {
    ...state,
    /** `prepare` makes a file from the pages. */
    async start(name: string, kind: DriverKind, prepare: () => Promise<Blob>) {
      setState({ state: 'sending', share: 0 })
      try {
        await attempt({ file: await prepare(), name, kind, key: newKey() })
      } catch (error) {
        setState({ state: 'failed', error: toError(error), sending: undefined })
      }
    },
    /** Undefined if another attempt can't help: the pages have to change first. */
    retry: again && (() => void attempt(again)),
    reset: () => setState({ state: 'idle' }),
  }
}

/** The file to send again, if there was no response, or the server was busy or had no space. */
function findRepeatable(state: State): Sending | undefined {
  if (state.state !== 'failed') return undefined
  const { error, sending } = state
  const status = error instanceof ApiError ? error.status : undefined
  const mayHelp = status === 0 || status === 429 || (status !== undefined && status >= 500)
  return mayHelp ? sending : undefined
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Unknown')
}
