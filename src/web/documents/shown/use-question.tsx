import { useState, type ReactNode } from 'react'
import { readQuestion } from '#web/api/client.ts'
import type { Ask } from '#web/documents/queries.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

type ServerQuestion = { message: string; confirm: () => void }

/**
 * Shows the server's question before a document that shows the approval of a charge is deleted, moved or replaced (SPEC C157).
 * Render `question` in the page.
 */
export function useQuestion(label: string): { ask: Ask; question: ReactNode } {
  const [pending, setPending] = useState<ServerQuestion>()
  const close = () => setPending(undefined)
  const ask: Ask = (error, again) => {
    const field = readQuestion(error)
    if (field === null) return false
    setPending({ message: error.message, confirm: () => again(field) })
    return true
  }
  const question = pending && (
    <ConfirmDialog
      open
      title="This document shows a charge’s approval"
      description={pending.message}
      confirm={label}
      onConfirm={() => {
        close()
        pending.confirm()
      }}
      onCancel={close}
    />
  )
  return { ask, question }
}
