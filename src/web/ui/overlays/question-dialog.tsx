import { ConfirmDialog } from './dialog.tsx'

/** A request that the server may question before it does what was sent. `question`: undefined if it asks nothing. */
type AskedRequest = {
  question: { message: string } | undefined
  confirm: () => void
  closeQuestion: () => void
}

type QuestionDialogProps = {
  request: AskedRequest
  title?: string
  /** Instead of the server's text. */
  description?: string
  /** Of the button. */
  label?: string
}

/** Asks the server's question. Confirm sends the request again with the answer. */
export function QuestionDialog(props: QuestionDialogProps) {
  const { request, title = 'Please confirm', label = 'Confirm', description } = props
  const { question, confirm, closeQuestion } = request
  if (!question) return null
  return (
    <ConfirmDialog
      open
      title={title}
      description={description ?? question.message}
      confirm={label}
      onConfirm={confirm}
      onCancel={closeQuestion}
    />
  )
}
