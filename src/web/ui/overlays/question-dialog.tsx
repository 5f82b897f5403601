import { ConfirmDialog } from './dialog.tsx'

/** A request that the server may question before it saves. `question`: undefined if the server asks nothing. */
type AskedRequest = {
  question: string | undefined
  confirm: () => void
  closeQuestion: () => void
}

/** Asks the server's question. Confirm sends the save again with the answer. */
export function QuestionDialog({ request }: { request: AskedRequest }) {
  const { question, confirm, closeQuestion } = request
  if (question === undefined) return null
  return (
    <ConfirmDialog
      open
      title="Please confirm"
      description={question}
      confirm="Confirm"
      onConfirm={confirm}
      onCancel={closeQuestion}
    />
  )
}
